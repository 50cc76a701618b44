/* The plan of the house, checked in its sources: which folder may include which. Every subfolder is looked into.
 *
 *     protocol --> bench --> search --> eval --> engine        tests --> (anything)
 *     tools, lib --> kit --> search
 *
 * Also: nothing below bench prints. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/sources.h"

enum { PATH_SIZE = 256 };

/* A folder at the root of the tree and the folders that its sources may include; all of them may include themselves. */
typedef struct {
    const char *name;
    const char *below[5];
} Room;

static const Room ROOMS[] = {
    {"engine", {0}},
    {"eval", {"engine"}},
    {"search", {"eval", "engine"}},
    {"bench", {"search", "eval", "engine"}},
    {"protocol", {"bench", "search", "eval", "engine"}},
    {"kit", {"search", "eval", "engine"}},
    {"tools", {"kit", "search", "eval", "engine"}},
    {"lib", {"kit", "search", "eval", "engine"}},
};
enum { ROOM_COUNT = sizeof ROOMS / sizeof *ROOMS };

/* Folders with sources that no room may include. */
static const char *const OUTSIDE[] = {"tests", "web"};
enum { OUTSIDE_COUNT = sizeof OUTSIDE / sizeof *OUTSIDE };

static const char *const PRINTERS[] = {"printf", "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf", "puts",
                                       "fputs",  "putchar", "putc",    "fputc",    "perror",  "fwrite",   "putchar_unlocked",
                                       "write",  "psignal"};

static const char *skip_blanks(const char *s) {
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

/* ---- paths ---- */

/* Whether a path from the root of the tree lies in a folder, which may be one within another. */
static bool lies_in(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool starts_at_root(const char *path) {
    for (int i = 0; i < ROOM_COUNT; i++)
        if (lies_in(path, ROOMS[i].name)) return true;
    for (int i = 0; i < OUTSIDE_COUNT; i++)
        if (lies_in(path, OUTSIDE[i])) return true;
    return false;
}

/* Cuts the last name off a path; false where there is none. */
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
    else if (*path) *path = '\0';
    else return false;
    return true;
}

/* From the root of the tree, the file that `name` means in an #include of the file `from`. */
static void resolve(char out[2 * PATH_SIZE], const char *from, const char *name) {
    snprintf(out, PATH_SIZE, "%s", starts_at_root(name) ? "" : from);
    if (*out) go_up(out);
    while (*name == '.') {
        size_t dots = strspn(name, ".");
        if (dots > 2 || name[dots] != '/') break;
        if (dots == 2) go_up(out);
        name += dots + 1;
    }
    size_t length = strlen(out);
    snprintf(out + length, 2 * PATH_SIZE - length, "%s%s", length ? "/" : "", name);
}

/* The folder of the program that a source of tools belongs to: "tools/match". */
static void program_of(char out[PATH_SIZE], const char *path) {
    snprintf(out, PATH_SIZE, "%s", path);
    char *slash = strchr(out, '/');
    slash = slash ? strchr(slash + 1, '/') : NULL;
    if (slash) *slash = '\0';
}

static bool may_include(const char *from, const char *to) {
    char program[PATH_SIZE];
    program_of(program, from);
    if (lies_in(from, "tools") && lies_in(to, "tools")) return lies_in(to, program);
    for (int i = 0; i < ROOM_COUNT; i++) {
        if (!lies_in(from, ROOMS[i].name)) continue;
        if (lies_in(to, ROOMS[i].name)) return true;
        for (const char *const *below = ROOMS[i].below; *below; below++)
            if (lies_in(to, *below)) return true;
    }
    return false;
}

/* ---- includes ---- */

/* Whether a line of the file `from`, a path from the root, includes what the arrows forbid. */
static bool is_against_arrows(const char *from, const char *line) {
    line = skip_blanks(line);
    if (*line++ != '#') return false;
    line = skip_blanks(line);
    if (strncmp(line, "include", 7) != 0) return false;
    line = skip_blanks(line + 7);
    bool of_system = *line == '<';
    if (*line++ != '"' && !of_system) return false;
    char name[PATH_SIZE], target[2 * PATH_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, of_system ? ">" : "\""), line);
    if (of_system && !starts_at_root(name)) return false;
    resolve(target, from, name);
    return !may_include(from, target);
}

typedef struct {
    int count;
    char first[PATH_SIZE]; /* FILE:LINE */
} Breaches;

static void note_includes(const char *path, char *text, void *context) {
    Breaches *b = context;
    int number = 1;
    for (char *line = text, *end; line; line = end ? end + 1 : NULL, number++) {
        end = strchr(line, '\n');
        if (end) *end = '\0';
        if (is_against_arrows(path, line) && b->count++ == 0) snprintf(b->first, sizeof b->first, "%s:%d", path, number);
    }
}

/* The includes against the arrows in a folder of the tree; fails on an empty one. */
static Breaches breaches_in(const char *root, const char *folder) {
    Breaches b = {0};
    cr_expect_gt(sources_visit(root, folder, note_includes, &b), 0, "%s is empty", folder);
    return b;
}

Test(arrows, no_include_is_against_them) {
    for (int i = 0; i < ROOM_COUNT; i++) {
        Breaches b = breaches_in(sources_root(), ROOMS[i].name);
        cr_expect_eq(b.count, 0, "%s: the first of %d includes against the arrows", b.first, b.count);
    }
}

Test(arrows, a_wrong_include_is_found_in_any_subfolder) {
    char root[SUPPORT_PATH], path[PATH_SIZE];
    sources_make_tree(root);
    for (int i = 0; i < ROOM_COUNT; i++) {
        snprintf(path, sizeof path, "%s/one/two/right.h", ROOMS[i].name);
        sources_write(root, path, "#include <stdio.h>\n#include \"engine/play.h\"\n#include \"../near.h\"\n");
        cr_expect_eq(breaches_in(root, ROOMS[i].name).count, 0, "%s", ROOMS[i].name);
        snprintf(path, sizeof path, "%s/one/two/wrong.c", ROOMS[i].name);
        sources_write(root, path, "/* Why not. */\n#include \"engine/play.h\"\n#include \"tests/support.h\"\n");
        Breaches b = breaches_in(root, ROOMS[i].name);
        cr_expect_eq(b.count, 1, "%s", ROOMS[i].name);
        strcat(path, ":3");
        cr_expect_str_eq(b.first, path);
    }
    sources_remove_tree(root);
}

Test(arrows, includes_against_them_are_seen) {
    cr_expect(is_against_arrows("engine/play.c", "#include \"eval/eval.h\""));
    cr_expect(is_against_arrows("bench/bench.c", "#include \"protocol/report.h\""));
    cr_expect(is_against_arrows("engine/play.c", "#include \"protocol/report.h\"\r"));
    cr_expect(is_against_arrows("eval/eval.c", "  #  include\t<search/search.h>"));
    cr_expect(is_against_arrows("search/search.c", "#include\"../bench/bench.h\""));
    cr_expect(is_against_arrows("search/search.c", "#include \"./../bench/bench.h\" /* why */"));
    cr_expect(is_against_arrows("bench/depth/main.c", "#include \"kit/stats.h\""));
    cr_expect(is_against_arrows("bench/depth/main.c", "#include \"../../kit/stats.h\""));
    cr_expect(is_against_arrows("protocol/uci.c", "#include \"kit/record.h\""));
    cr_expect(is_against_arrows("protocol/uci.c", "#include \"tools/match/game.h\""));
    cr_expect(is_against_arrows("kit/client.c", "#include \"bench/bench.h\""));
    cr_expect(is_against_arrows("kit/client.c", "#include \"protocol/text.h\""));
    cr_expect(is_against_arrows("kit/client.c", "#include \"tools/match/game.h\""));
    cr_expect(is_against_arrows("tools/lab/fit/main.c", "#include \"bench/bench.h\""));
    cr_expect(is_against_arrows("tools/match/main.c", "#include \"protocol/text.h\""));
    cr_expect(is_against_arrows("tools/match/main.c", "#include \"tests/support.h\""));
    cr_expect(is_against_arrows("lib/board.c", "#include \"protocol/text.h\""));
    cr_expect(is_against_arrows("kit/client.c", "#include \"lib/cierzo.h\""));
    cr_expect(is_against_arrows("search/search.c", "#include \"web/engine/src/limits.h\""));
}

Test(arrows, a_tool_includes_no_other_tool) {
    cr_expect(is_against_arrows("tools/match/game.c", "#include \"tools/games/games.h\""));
    cr_expect(is_against_arrows("tools/match/game.c", "#include \"../games/games.h\""));
    cr_expect(is_against_arrows("tools/match/game.c", "#include \"tools/matches/games.h\""));
    cr_expect(is_against_arrows("tools/lab/fit/main.c", "#include \"tools/match/game.h\""));
    cr_expect_not(is_against_arrows("tools/match/main.c", "#include \"tools/match/game.h\""));
    cr_expect_not(is_against_arrows("tools/match/main.c", "#include \"game.h\""));
    cr_expect_not(is_against_arrows("tools/lab/fit/main.c", "#include \"../proofs.h\""));
}

Test(arrows, includes_along_them_are_allowed) {
    cr_expect_not(is_against_arrows("engine/play.c", "#include \"engine/play.h\""));
    cr_expect_not(is_against_arrows("search/search.c", "#include \"engine/play.h\""));
    cr_expect_not(is_against_arrows("protocol/uci.c", "#include \"bench/bench.h\""));
    cr_expect_not(is_against_arrows("tools/match/main.c", "#include \"kit/client.h\""));
    cr_expect_not(is_against_arrows("tools/match/main.c", "#include \"search/search.h\""));
    cr_expect_not(is_against_arrows("kit/client.c", "#include \"../search/search.h\""));
    cr_expect_not(is_against_arrows("lib/board.c", "#include \"engine/play.h\""));
    cr_expect_not(is_against_arrows("engine/play.c", "#include <stdint.h>"));
    cr_expect_not(is_against_arrows("engine/play.c", "#include <sys/stat.h>"));
    cr_expect_not(is_against_arrows("engine/play.c", "#include \"evaluation/x.h\""));
    cr_expect_not(is_against_arrows("engine/play.c", "/* #include \"eval/eval.h\" */"));
    cr_expect_not(is_against_arrows("engine/play.c", "#define INCLUDE \"eval/eval.h\""));
    cr_expect_not(is_against_arrows("engine/play.c", ""));
    cr_expect_not(is_against_arrows("engine/play.c", "#"));
    cr_expect_not(is_against_arrows("engine/play.c", "#include"));
}

/* ---- printing ---- */

/* Whether the code is a program of its own and no part of its folder's library. */
static bool is_program(const char *code) {
    const char *found = strstr(code, "int main(");
    return found && (found == code || found[-1] == '\n');
}

/* The name of a printing function that the code calls, or NULL. `text` is changed. */
static const char *prints(char *text) {
    sources_blank_non_code(text);
    if (is_program(text)) return NULL;
    for (const char *s = text; *s; s++) {
        if (!sources_is_word(*s) || (s > text && sources_is_word(s[-1]))) continue;
        size_t length = 0;
        while (sources_is_word(s[length])) length++;
        for (size_t i = 0; i < sizeof PRINTERS / sizeof *PRINTERS; i++)
            if (strlen(PRINTERS[i]) == length && strncmp(s, PRINTERS[i], length) == 0 && *skip_blanks(s + length) == '(')
                return PRINTERS[i];
    }
    return NULL;
}

static void check_silence(const char *path, char *text, void *context) {
    (void)context;
    const char *name = prints(text);
    cr_expect_null(name, "%s: calls %s; only the protocol prints", path, name);
}

Test(arrows, nothing_below_bench_prints) {
    for (int i = 0; i < ROOM_COUNT && strcmp(ROOMS[i].name, "bench") != 0; i++)
        sources_visit(sources_root(), ROOMS[i].name, check_silence, NULL);
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
