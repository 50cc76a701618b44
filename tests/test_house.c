/* What the house asks of its sources, beside the arrows: no long functions, no long files, and no name with two meanings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sources.h"

enum { FUNCTION_LINES_MAX = 60, FILE_LINES_MAX = 350, NAME_SIZE = 80, PATH_SIZE = 256 };

static const char *const ROOMS[] = {"engine", "eval", "search", "protocol", "bench", "kit", "tools", "lib"};
enum { ROOM_COUNT = sizeof ROOMS / sizeof *ROOMS, SHORT_FILE_ROOMS = 4 /* the first of them: what makes up the engine */ };

/* ---- declarations: what stands outside all braces, taken apart by counting braces ---- */

typedef struct {
    const char *start, *body, *end; /* its first character; the first brace or NULL; behind its last character */
    int lines;
} Declaration;

/* The next declaration or definition from `at` on, where only blanks are left of comments, strings and the preprocessor. A function
 * ends at its brace, all else at its semicolon. */
static bool next_declaration(const char *at, Declaration *d) {
    at += strspn(at, " \t\r\n;");
    *d = (Declaration){.start = at, .lines = 1};
    bool function = false;
    int depth = 0;
    char last = ' '; /* not a blank, at the outside */
    for (; *at; at++) {
        if (*at == '\n') d->lines++;
        if (*at == '{' && depth++ == 0 && !d->body) d->body = at, function = last == ')';
        if (*at == '}') depth--;
        d->end = at + 1;
        if (depth == 0 && (*at == ';' || (*at == '}' && function))) return true;
        if (depth == 0 && !strchr(" \t\r\n", *at)) last = *at;
    }
    return false;
}

static bool is_function(const Declaration *d) { return d->body && d->end[-1] == '}'; }

static bool begins_with(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && !sources_is_word(text[length]);
}

/* Overwrites the lists behind the outermost `word`s with blanks: __attribute__((...)), [..]. */
static void blank_lists(char *text, const char *word, char open, char close) {
    for (char *s = text; (s = strstr(s, word));) {
        int depth = 0;
        char *list = strchr(s, open);
        if (!list) return;
        while (s < list) *s++ = ' ';
        for (; *s; s++) {
            char c = *s;
            depth += (c == open) - (c == close);
            *s = ' ';
            if (depth == 0) break;
        }
    }
}

/* The word that ends before `end`, blanks between, or an empty one. */
static void word_before(char name[NAME_SIZE], const char *start, const char *end) {
    while (end > start && !sources_is_word(end[-1])) end--;
    const char *first = end;
    while (first > start && sources_is_word(first[-1])) first--;
    snprintf(name, NAME_SIZE, "%.*s", (int)(end - first), first);
}

static bool has_word(const char *text, const char *word) {
    for (const char *s = text; (s = strstr(s, word)); s++)
        if ((s == text || !sources_is_word(s[-1])) && !sources_is_word(s[strlen(word)])) return true;
    return false;
}

/* Functions whose heads a macro writes go by its name, which is in capitals. */
static bool is_macro(const char *name) { return strpbrk(name, "abcdefghijklmnopqrstuvwxyz") == NULL; }

/* The name that a typedef gives, or a function that other files may call; false where a declaration has no such name. */
static bool name_of(const Declaration *d, char name[NAME_SIZE]) {
    bool type = begins_with(d->start, "typedef");
    if (!type && !is_function(d)) return false;
    char *text = strndup(d->start, (size_t)(d->end - d->start));
    blank_lists(text, "__attribute__", '(', ')');
    blank_lists(text, "{", '{', '}');
    blank_lists(text, "[", '[', ']');
    const char *end = strchr(text, type ? ';' : '('), *pointer = type ? strstr(text, "(*") : NULL;
    if (type && pointer) end = strchr(pointer, ')');
    else if (type && strchr(text, '(')) end = strchr(text, '(');
    *name = '\0';
    if (end) word_before(name, text, end);
    if (end) text[end - text] = '\0';
    bool known = *name && (type || (!has_word(text, "static") && !is_macro(name) && strcmp(name, "main") != 0));
    free(text);
    return known;
}

/* ---- sizes ---- */

typedef struct {
    int count;
    char first[PATH_SIZE + NAME_SIZE + 32];
} Complaints;

static int lines_of(const char *text) {
    int lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static void note_long_functions(const char *path, char *text, void *context) {
    Complaints *c = context;
    sources_blank_non_code(text);
    sources_blank_directives(text);
    Declaration d;
    for (const char *at = text; next_declaration(at, &d); at = d.end)
        if (is_function(&d) && d.lines > FUNCTION_LINES_MAX && c->count++ == 0)
            snprintf(c->first, sizeof c->first, "%s: %d lines from %.*s", path, d.lines, (int)strcspn(d.start, "\n{"),
                     d.start);
}

static void note_long_files(const char *path, char *text, void *context) {
    Complaints *c = context;
    int lines = lines_of(text);
    if (strstr(path, ".def") == NULL && lines > FILE_LINES_MAX && c->count++ == 0)
        snprintf(c->first, sizeof c->first, "%s has %d lines", path, lines);
}

Test(house, functions_are_short) {
    Complaints c = {0};
    for (int i = 0; i < ROOM_COUNT; i++)
        cr_expect_gt(sources_visit(sources_root(), ROOMS[i], note_long_functions, &c), 0, "%s is empty", ROOMS[i]);
    cr_expect_eq(c.count, 0, "%s, the first of %d functions above %d lines", c.first, c.count, FUNCTION_LINES_MAX);
}

Test(house, files_of_the_engine_are_short) {
    for (int i = 0; i < SHORT_FILE_ROOMS; i++) {
        Complaints c = {0};
        sources_visit(sources_root(), ROOMS[i], note_long_files, &c);
        cr_expect_eq(c.count, 0, "%s, the first of %d files above %d lines", c.first, c.count, FILE_LINES_MAX);
    }
}

/* ---- names ---- */

typedef struct {
    char name[NAME_SIZE], path[PATH_SIZE];
    bool local; /* a type that one file uses for itself: another file may have another of that name */
} Name;

typedef struct {
    Name *list;
    int count;
} Names;

static void note_names(const char *path, char *text, void *context) {
    Names *n = context;
    sources_blank_non_code(text);
    sources_blank_directives(text);
    Declaration d;
    char name[NAME_SIZE];
    for (const char *at = text; next_declaration(at, &d); at = d.end) {
        if (!name_of(&d, name)) continue;
        n->list = realloc(n->list, (size_t)(n->count + 1) * sizeof *n->list);
        Name *own = &n->list[n->count++];
        snprintf(own->name, sizeof own->name, "%s", name);
        snprintf(own->path, sizeof own->path, "%s", path);
        own->local = begins_with(d.start, "typedef") && strcmp(path + strlen(path) - 2, ".c") == 0;
    }
}

static int by_name(const void *a, const void *b) {
    const Name *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->local != y->local ? x->local - y->local : strcmp(x->path, y->path);
}

static bool clash(const Name *a, const Name *b) { return strcmp(a->name, b->name) == 0 && !(a->local && b->local); }

/* Names known beyond their file that are given again in the rooms of a tree, the first of them in `c`. */
static void note_double_names(const char *root, Complaints *c) {
    Names n = {0};
    for (int i = 0; i < ROOM_COUNT; i++) sources_visit(root, ROOMS[i], note_names, &n);
    qsort(n.list, (size_t)n.count, sizeof *n.list, by_name);
    for (int i = 1; i < n.count; i++)
        if (clash(&n.list[i - 1], &n.list[i]) && c->count++ == 0)
            snprintf(c->first, sizeof c->first, "%s: %.100s, %.100s", n.list[i].name, n.list[i - 1].path, n.list[i].path);
    free(n.list);
}

Test(house, no_name_is_given_twice) {
    Complaints c = {0};
    note_double_names(sources_root(), &c);
    cr_expect_eq(c.count, 0, "%s, the first of %d types and functions of all files with a name that another has", c.first,
                 c.count);
}

/* ---- the checks themselves, on trees made for them ---- */

/* A tree in which every room has a source. */
static void make_house(char root[SUPPORT_PATH]) {
    char path[PATH_SIZE];
    sources_make_tree(root);
    for (int i = 0; i < ROOM_COUNT; i++) {
        snprintf(path, sizeof path, "%s/small.h", ROOMS[i]);
        sources_write(root, path, "/* Nothing. */\n");
    }
}

/* A function of so many lines, with what else takes room in a file around it. */
static void write_function(const char *root, int lines) {
    char text[4096] =
        "#define OPEN {\ntypedef struct {\n    int x;\n} Thing;\n\nstatic const Thing THINGS[] = {\n    {1},\n};\n\n"
        "/* Why. */\n__attribute__((noinline)) static int length(int x,\n                  int y) {\n";
    for (int i = 0; i < lines - 3; i++) strcat(text, "    if (x) { y += '{'; } /* { */\n");
    strcat(text, "}\n\nint next(void) { return 0; }\n");
    sources_write(root, "tools/one/two/long.c", text);
}

Test(house, a_long_function_is_found) {
    char root[SUPPORT_PATH];
    make_house(root);
    for (int extra = 0; extra < 2; extra++) {
        Complaints c = {0};
        write_function(root, FUNCTION_LINES_MAX + extra);
        sources_visit(root, "tools", note_long_functions, &c);
        cr_expect_eq(c.count, extra, "%s", c.first);
    }
    sources_remove_tree(root);
}

Test(house, a_long_file_is_found) {
    char root[SUPPORT_PATH], text[FILE_LINES_MAX + 2] = "";
    make_house(root);
    for (int extra = 0; extra < 2; extra++) {
        Complaints c = {0};
        memset(text, '\n', (size_t)(FILE_LINES_MAX + extra));
        sources_write(root, "search/one/two/long.c", text);
        sources_visit(root, "search", note_long_files, &c);
        cr_expect_eq(c.count, extra, "%s", c.first);
    }
    sources_remove_tree(root);
}

/* How many double names there are with this text in tools/b/c/second.h, beside other files. */
static int doubles(const char *text) {
    char root[SUPPORT_PATH];
    Complaints c = {0};
    make_house(root);
    sources_write(root, "kit/local.c", "typedef struct {\n    int y;\n} Local;\n");
    sources_write(
        root, "kit/first.h",
        "typedef int Number;\ntypedef struct Forward Forward;\ntypedef struct {\n    int x[2];\n} Thing;\n"
        "typedef int Pair[2] __attribute__((aligned(8)));\ntypedef void Call(int x);\ntypedef void (*Pointer)(int x);\n"
        "static int own(void) { return 0; }\nint others(int (*f)(void)) { return f(); }\n"
        "__attribute__((cold)) void cold(void) {}\nint main(void) { return 0; }\n");
    sources_write(root, "tools/b/c/second.h", text);
    note_double_names(root, &c);
    sources_remove_tree(root);
    return c.count;
}

Test(house, a_name_given_twice_is_found) {
    cr_expect_eq(doubles("typedef long Number;"), 1);
    cr_expect_eq(doubles("typedef struct Forward { int x; } Forward;"), 1);
    cr_expect_eq(doubles("typedef enum { A } Thing;"), 1);
    cr_expect_eq(doubles("typedef union { int y; } Pair;"), 1);
    cr_expect_eq(doubles("typedef int Call;"), 1);
    cr_expect_eq(doubles("typedef int (*Pointer)(void);"), 1);
    cr_expect_eq(doubles("void others(void) {}"), 1);
    cr_expect_eq(doubles("int cold(void) {}"), 1);
    cr_expect_eq(doubles("typedef int Local;"), 1);
    cr_expect_eq(doubles("typedef int Number;\nvoid cold(void) {}"), 2);
}

Test(house, types_of_two_files_for_themselves_may_share_a_name) {
    char root[SUPPORT_PATH];
    Complaints c = {0};
    make_house(root);
    sources_write(root, "kit/a.c", "typedef int Row;\n");
    sources_write(root, "tools/b/b.c", "typedef long Row;\n");
    note_double_names(root, &c);
    sources_remove_tree(root);
    cr_expect_eq(c.count, 0);
}

Test(house, a_name_given_once_is_none) {
    cr_expect_eq(doubles(""), 0);
    cr_expect_eq(doubles("static int own(void) { return 1; }"), 0);
    cr_expect_eq(doubles("int others(int (*f)(void));\nextern Thing thing;\nint own(int cold) { return cold; }"), 0);
    cr_expect_eq(doubles("__attribute__((cold)) static int others(void) { return 1; }"), 0);
    cr_expect_eq(doubles("MAKE(x) { return 1; }\nMAKE(y) { return 1; }"), 0);
    cr_expect_eq(doubles("int main(void) { return 1; }"), 0);
    cr_expect_eq(doubles("/* typedef long Number; */ struct Number { int Pair; };"), 0);
}
