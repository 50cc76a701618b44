/* The plan of the house, checked in its sources: protocol -> bench -> search -> eval -> engine. An #include may skip a floor but
 * not climb, and nothing below bench prints, but for programs of their own. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From the ground up; a folder may include itself and what stands before it. */
static const char *const floors[] = {"engine", "eval", "search", "bench", "protocol"};
enum { FLOOR_COUNT = 5, BENCH_FLOOR = 3, PROTOCOL_FLOOR = 4, NO_FLOOR = -1 };

static const char *const printers[] = {"printf", "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf", "puts",
                                       "fputs",  "putchar", "putc",    "fputc",    "perror",  "fwrite",   "putchar_unlocked",
                                       "write",  "psignal"};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *skip_blanks(const char *s) {
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

/* The floor whose name is the first folder of `path`, or NO_FLOOR. Steps out of a folder ("../eval/eval.h") are passed over. */
static int floor_of(const char *path) {
    while (strncmp(path, "../", 3) == 0 || strncmp(path, "./", 2) == 0) path = strchr(path, '/') + 1;
    for (int i = 0; i < FLOOR_COUNT; i++) {
        size_t length = strlen(floors[i]);
        if (strncmp(path, floors[i], length) == 0 && path[length] == '/') return i;
    }
    return NO_FLOOR;
}

/* Whether a line of a file on `floor` includes something of a higher floor. */
static bool climbs(const char *line, int floor) {
    line = skip_blanks(line);
    if (*line++ != '#') return false;
    line = skip_blanks(line);
    if (strncmp(line, "include", 7) != 0) return false;
    line = skip_blanks(line + 7);
    if (*line != '"' && *line != '<') return false;
    return floor_of(line + 1) > floor;
}

/* Overwrites comments, strings and character constants with blanks, line ends kept, so that only code is left to search. */
static void blank_non_code(char *text) {
    enum { CODE, BLOCK, LINE, STRING, CHARACTER } state = CODE;
    for (char *s = text; *s; s++) {
        char c = *s;
        bool escape = (state == STRING || state == CHARACTER) && c == '\\' && s[1];
        if (state == CODE) {
            if (c == '/' && s[1] == '*') state = BLOCK;
            if (c == '/' && s[1] == '/') state = LINE;
            if (c == '"') state = STRING;
            if (c == '\'' && (s == text || !isalnum((unsigned char)s[-1]))) state = CHARACTER;
            if (state == CODE) continue;
            *s = ' ';
            if (state == BLOCK) *++s = ' ';
        } else if (c == '\n') {
            if (state != BLOCK) state = CODE;
        } else {
            *s = ' ';
            if (escape && s[1] != '\n') *++s = ' ';
            if ((state == STRING && c == '"') || (state == CHARACTER && c == '\'')) state = CODE;
            if (state == BLOCK && c == '*' && s[1] == '/') *++s = ' ', state = CODE;
        }
    }
}

/* Whether the code is a program of its own and no part of its folder's library. */
static bool is_program(const char *code) {
    const char *found = strstr(code, "int main(");
    return found && (found == code || found[-1] == '\n');
}

/* The name of a printing function that the code calls, or NULL. `text` is changed. */
static const char *prints(char *text) {
    blank_non_code(text);
    if (is_program(text)) return NULL;
    for (const char *s = text; *s; s++) {
        if (!is_word(*s) || (s > text && is_word(s[-1]))) continue;
        size_t length = 0;
        while (is_word(s[length])) length++;
        for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
            if (strlen(printers[i]) == length && strncmp(s, printers[i], length) == 0 && *skip_blanks(s + length) == '(')
                return printers[i];
    }
    return NULL;
}

/* The whole file as a string, to be freed. */
static char *file_text(const char *path) {
    FILE *f = fopen(path, "rb");
    cr_assert_not_null(f, "cannot open %s", path);
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; (got = fread(text + size, 1, room - size - 1, f)) > 0;) {
        size += got;
        if (room - size < 2) text = realloc(text, room *= 2);
    }
    fclose(f);
    text[size] = '\0';
    return text;
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".def") == 0 || strcmp(dot, ".inc") == 0);
}

/* Calls `check` for every source of a floor's folder; returns how many there are. */
static int each_source(int floor, void (*check)(const char *path, char *text, int floor)) {
    const char *root = getenv("CIERZO_SOURCE");
    cr_assert_not_null(root, "CIERZO_SOURCE must name the source folder");
    char folder[4096], path[8192];
    snprintf(folder, sizeof folder, "%s/%s", root, floors[floor]);
    DIR *dir = opendir(folder);
    cr_assert_not_null(dir, "cannot open %s", folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!is_source(entry->d_name)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        char *text = file_text(path);
        check(path, text, floor);
        free(text);
        count++;
    }
    closedir(dir);
    return count;
}

static void check_includes(const char *path, char *text, int floor) {
    int number = 1;
    for (char *line = text, *end; line; line = end ? end + 1 : NULL, number++) {
        end = strchr(line, '\n');
        if (end) *end = '\0';
        cr_expect_not(climbs(line, floor), "%s:%d: an include against the arrows: %s", path, number, line);
    }
}

static void check_silence(const char *path, char *text, int floor) {
    (void)floor;
    const char *name = prints(text);
    cr_expect_null(name, "%s: calls %s; only the protocol prints", path, name);
}

Test(arrows, no_include_climbs) {
    for (int floor = 0; floor < FLOOR_COUNT; floor++)
        cr_expect_gt(each_source(floor, check_includes), 0, "%s is empty", floors[floor]);
}

Test(arrows, nothing_below_bench_prints) {
    for (int floor = 0; floor < BENCH_FLOOR; floor++) each_source(floor, check_silence);
}

Test(arrows, climbing_is_seen) {
    cr_expect(climbs("#include \"eval/eval.h\"", 0));
    cr_expect(climbs("#include \"protocol/report.h\"", BENCH_FLOOR));
    cr_expect(climbs("#include \"protocol/report.h\"\r", 0));
    cr_expect(climbs("  #  include\t<search/search.h>", 1));
    cr_expect(climbs("#include\"../bench/bench.h\"", 2));
    cr_expect(climbs("#include \"./../bench/bench.h\" /* why */", 2));
}

Test(arrows, going_down_is_allowed) {
    cr_expect_not(climbs("#include \"engine/play.h\"", 0));
    cr_expect_not(climbs("#include \"engine/play.h\"", 2));
    cr_expect_not(climbs("#include \"bench/bench.h\"", PROTOCOL_FLOOR));
    cr_expect_not(climbs("#include <stdint.h>", 0));
    cr_expect_not(climbs("#include \"evaluation/x.h\"", 0));
    cr_expect_not(climbs("/* #include \"eval/eval.h\" */", 0));
    cr_expect_not(climbs("#define INCLUDE \"eval/eval.h\"", 0));
    cr_expect_not(climbs("", 0));
    cr_expect_not(climbs("#", 0));
    cr_expect_not(climbs("#include", 0));
}

/* prints() on a copy, as it writes into its text. */
static bool copy_prints(const char *code) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", code);
    return prints(copy) != NULL;
}

Test(arrows, printing_is_seen) {
    cr_expect(copy_prints("printf(\"x\");"));
    cr_expect(copy_prints("{puts (text);}"));
    cr_expect(copy_prints("if (x) fprintf(stderr, \"x\");"));
    cr_expect(copy_prints("/* a comment */ putchar('a');"));
    cr_expect(copy_prints("// a comment\nfputs(\"a\", stdout);"));
    cr_expect(copy_prints("s = \"it's\"; c = '\"'; perror(s);"));
    cr_expect(copy_prints("s = \"\\\\\"; perror(s);"));
}

Test(arrows, other_code_is_no_printing) {
    cr_expect_not(copy_prints("snprintf(out, size, \"printf(x)\");"));
    cr_expect_not(copy_prints("/* printf(x) */ // puts(x)"));
    cr_expect_not(copy_prints("my_printf(x); puts_it(x);"));
    cr_expect_not(copy_prints("s = \"\\\"; printf(x)\";"));
    cr_expect_not(copy_prints("int prints = write;"));
    cr_expect_not(copy_prints("#include <stdio.h>\nint main(void) { puts(\"a tool\"); }"));
    cr_expect(copy_prints("/*\nint main(void) */ puts(\"a library\");"));
    cr_expect_not(copy_prints(""));
}
