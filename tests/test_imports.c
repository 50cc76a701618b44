/* Records of other programs: files written by hand, with faults and without, come out as data/records/FORM/expected has them, and games that
 * are written in a form come back from it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/support.h"
#include "tools/games/export.h"
#include "tools/games/json.h"

TestSuite(imports, .init = support_init, .timeout = 300);

/* ---- what comes out, as text: `VARIANT;MOVE MOVE …;RESULT;LINE;REASON` a game ---- */

static void summary(void *context, const Record *r, long line, const char *reason) {
    FILE *out = context;
    char text[MOVE_TEXT_SIZE];
    fprintf(out, "%s;", r ? r->start.variant->name : "");
    for (int i = 0; r && i < r->turn_count; i++) {
        move_text(r->turns[i].move, text, sizeof text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
    fprintf(out, ";%s;%ld;%s\n", r ? record_result_word(r->winner) : "", line, line ? reason : "");
}

static char *imported(GameFormat f, const char *text) {
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);
    import_text(&(Import){.game = summary, .context = file, .variant = variant_at(0)}, f, text);
    fclose(file);
    return out;
}

static char *file_text(const char *folder, const char *name) {
    char path[1024], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, "%s/records/%s/%s", getenv("CIERZO_TEST_DATA"), folder, name);
    FILE *in = fopen(path, "rb");
    REQUIRE(in && text, "%s cannot be read", path);
    REQUIRE(fread(text, 1, (1 << 16) - 1, in) < (1 << 16) - 1, "%s is too long", path);
    fclose(in);
    return text;
}

/* `expected` has a line `# FILE` for each file, and below it what comes out. */
static void check_folder(GameFormat f) {
    const char *folder = f == FORMAT_LOG ? "bga" : format_name(f);
    char *expected = file_text(folder, "expected"), *at = expected, name[64];
    int files = 0;
    for (int length; sscanf(at, "# %63[^\n]%n", name, &length) == 1; files++) {
        char *text = file_text(folder, name), *got = imported(f, text);
        at += length + 1;
        char *end = strstr(at, "\n# ");
        size_t wanted = end ? (size_t)(end + 1 - at) : strlen(at);
        REQUIRE(strlen(got) == wanted && !strncmp(got, at, wanted), "%s/%s: wanted\n%.*sgot\n%s", folder, name, (int)wanted,
                at, got);
        at += wanted;
        free(text);
        free(got);
    }
    REQUIRE(!*at && files >= 10, "%s: %d files, then %s", folder, files, at);
    free(expected);
}

Test(imports, files_of_abstract_play) { check_folder(FORMAT_ABSTRACTPLAY); }
Test(imports, files_of_boardspace) { check_folder(FORMAT_BOARDSPACE); }
Test(imports, files_in_sgf) { check_folder(FORMAT_SGF); }
Test(imports, logs) { check_folder(FORMAT_LOG); }
Test(imports, records_by_hand) { check_folder(FORMAT_PGN); }

/* Every file is named in `expected`, so that none is forgotten. */
Test(imports, no_file_is_left_out) {
    for (GameFormat f = FORMAT_PGN; f < FORMAT_COUNT; f++) {
        char path[1024], line[300];
        snprintf(path, sizeof path, "%s/records/%s", getenv("CIERZO_TEST_DATA"), format_name(f));
        DIR *folder = opendir(path);
        char *expected = file_text(format_name(f), "expected");
        REQUIRE(folder, "no %s", path);
        for (struct dirent *e; (e = readdir(folder));) {
            snprintf(line, sizeof line, "# %s\n", e->d_name);
            REQUIRE(*e->d_name == '.' || !strcmp(e->d_name, "expected") || strstr(expected, line), "%s/%s", path, e->d_name);
        }
        closedir(folder);
        free(expected);
    }
}

Test(imports, a_form_is_known_by_its_beginning) {
    cr_expect_eq(format_guess("\xEF\xBB\xBF \n{\"header\": {}}"), FORMAT_ABSTRACTPLAY);
    cr_expect_eq(format_guess("[ {\"header\": {}}]"), FORMAT_ABSTRACTPLAY);
    cr_expect_eq(format_guess("[]"), FORMAT_ABSTRACTPLAY);
    cr_expect_eq(format_guess("(;GM[Veletas])"), FORMAT_SGF);
    cr_expect_eq(format_guess("[Variant \"veletas\"]\n\n*\n"), FORMAT_PGN);
    cr_expect_eq(format_guess("{a comment} 1. d4/a1 *"), FORMAT_PGN);
    cr_expect_eq(format_guess("1. d4/a1 swap\n2. c3,e5/g7\n"), FORMAT_PGN, "turns on lines");
    cr_expect_eq(format_guess("1. d4/a1 swap\n12... c3\n"), FORMAT_PGN);
    cr_expect_eq(format_guess("1. d4/a1 swap 2. c3,e5/g7\n1. d4/a1\n"), FORMAT_LINES, "games on lines");
    cr_expect_eq(format_guess("2;veletas-7;6w/7/4s2/3s3/2s4/7/b6 b - 2;c3-c4/c2=31;b\n"), FORMAT_LINES);
    cr_expect_eq(format_guess("Move 12 : Ada places a stone"), FORMAT_LOG);
    cr_expect_eq(format_guess(""), FORMAT_LINES);
    for (GameFormat f = FORMAT_LINES; f < FORMAT_COUNT; f++) cr_expect_eq(format_find(format_name(f)), f);
    cr_expect_eq(format_find("fen"), FORMAT_COUNT);
}

/* ---- there and back ---- */

static Record random_game(const NaiveRules *rules, Random *r) {
    Naive n = naive_start(rules);
    Position start = position_start(variant_find(rules->name));
    Record game;
    record_init(&game, &start);
    for (int turns = random_below(r, 100); turns > 0 && naive_winner(&n) == '-'; turns--) {
        NaiveMove text;
        if (!random_move(&n, r, text)) break;
        REQUIRE(record_add(&game, move_of(&n, text), NULL, NULL), "not added");
        naive_play(&n, text);
    }
    game.winner = position_winner(&game.end);
    record_set_tag(&game, "Black", "a \"b\" \\ ]c");
    record_set_tag(&game, "White", "\xC3\xA9");
    if (game.winner == NO_COLOUR && random_chance(r, 50)) {
        game.winner = random_chance(r, 50) ? BLACK : WHITE;
        record_set_tag(&game, "Termination", "resignation");
    }
    record_set_tag(&game, "Result", record_result_word(game.winner));
    return game;
}

typedef struct {
    const Record *game;
    int seen;
    GameFormat format;
} Wanted;

static void same(void *context, const Record *r, long line, const char *reason) {
    Wanted *w = context;
    REQUIRE(r && !line, "%s: line %ld: %s", format_name(w->format), line, line ? reason : "");
    REQUIRE(r->turn_count == w->game->turn_count && r->winner == w->game->winner &&
                positions_equal(&r->start, &w->game->start) && positions_equal(&r->end, &w->game->end),
            "%s: another game", format_name(w->format));
    for (int i = 0; i < r->turn_count; i++) REQUIRE(r->turns[i].move == w->game->turns[i].move, "turn %d", i);
    /* Where names go with players and not with colours, they have to follow the swap. */
    if (w->format != FORMAT_BOARDSPACE && record_tag(r, "Black"))
        REQUIRE(!strcmp(record_tag(r, "Black"), record_tag(w->game, "Black")), "Black is %s", record_tag(r, "Black"));
    REQUIRE(record_tag(r, "White") && !strcmp(record_tag(r, "White"), "\xC3\xA9"), "White is another");
    w->seen++;
}

/* True when the form can hold the game; then it must have come back. */
static bool there_and_back(const Record *game, GameFormat f) {
    char *text, reason[IMPORT_REASON_SIZE];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    Export e = {.out = out, .format = f};
    Wanted wanted = {game, 0, f};
    bool held = export_game(&e, game, reason);
    export_end(&e);
    fclose(out);
    if (held) {
        Import im = {.game = same, .context = &wanted, .variant = variant_at(0)};
        GameFormat guess = format_guess(text);
        REQUIRE(guess == f || (guess == FORMAT_SGF && f == FORMAT_BOARDSPACE), "taken for %s:\n%s", format_name(guess),
                text);
        import_text(&im, f, text);
        REQUIRE(wanted.seen == 1, "%d games in\n%s", wanted.seen, text);
    }
    free(text);
    return held;
}

Test(imports, games_come_back) {
    Random r = random_seeded(16);
    int held[FORMAT_COUNT] = {0}, games = support_scaled(40);
    for (int i = 0; i < games * VARIANT_COUNT; i++) {
        Record game = random_game(naive_rules(i % VARIANT_COUNT), &r);
        for (GameFormat f = FORMAT_PGN; f < FORMAT_LOG; f++) held[f] += there_and_back(&game, f);
        record_free(&game);
    }
    cr_assert_eq(held[FORMAT_PGN], games * VARIANT_COUNT);
    cr_assert_eq(held[FORMAT_SGF], games * VARIANT_COUNT);
    cr_assert_eq(held[FORMAT_BOARDSPACE], games * 9);
    cr_assert_eq(held[FORMAT_ABSTRACTPLAY], games * 3);
}

/* From the middle of a game only some forms can go on. */
Test(imports, starts_that_a_site_does_not_have_are_refused) {
    Random r = random_seeded(17);
    for (int i = 0; i < 30; i++) {
        Naive n = random_in_play(naive_rules_named("boardspace-7"), &r);
        if (has_trapped(&n)) continue;
        Position start = position_of(&n);
        Record game;
        record_init(&game, &start);
        record_set_tag(&game, "White", "\xC3\xA9");
        record_set_tag(&game, "Result", "*");
        cr_assert(there_and_back(&game, FORMAT_PGN));
        cr_assert(there_and_back(&game, FORMAT_SGF));
        cr_assert(!there_and_back(&game, FORMAT_BOARDSPACE));
        cr_assert(!there_and_back(&game, FORMAT_ABSTRACTPLAY));
        record_free(&game);
    }
}

/* The log as a page has it, in words, square by square. */
static void write_log(FILE *out, const Record *game) {
    fprintf(out, "[Variant \"%s\"]\n[White \"\xC3\xA9\"]\n", game->start.variant->name);
    for (int i = 0; i < game->turn_count; i++) {
        char text[MOVE_TEXT_SIZE], *rest;
        Position p = record_position(game, i);
        move_text(game->turns[i].move, text, sizeof text);
        fprintf(out, "Move %d :\n", i + 1);
        if (game->turns[i].move == MOVE_SWAP) {
            fprintf(out, "Ada swaps colours\n");
            continue;
        }
        char *stone = strchr(text, '/');
        if (stone) *stone++ = '\0';
        else if (!position_in_setup(&p)) stone = text;
        for (char *s = stone == text ? NULL : strtok_r(text, ",-", &rest); s; s = strtok_r(NULL, ",-", &rest))
            fprintf(out, "Ada: shooter %s\n", s);
        if (stone) fprintf(out, "Ada places a stone on %s\nBob claims the shooter on %s\n", stone, stone);
    }
}

Test(imports, logs_come_back) {
    Random r = random_seeded(18);
    for (int i = 0; i < support_scaled(20) * VARIANT_COUNT; i++) {
        Record game = random_game(naive_rules(i % VARIANT_COUNT), &r);
        game.winner = position_winner(&game.end);
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        write_log(out, &game);
        fclose(out);
        Wanted wanted = {&game, 0, FORMAT_LOG};
        if (game.turn_count) {
            cr_assert_eq(format_guess(text), FORMAT_PGN, "tags come first");
            cr_assert_eq(format_guess(strstr(text, "Move")), FORMAT_LOG);
            import_text(&(Import){.game = same, .context = &wanted, .variant = variant_at(0)}, FORMAT_LOG, text);
            REQUIRE(wanted.seen == 1, "%d games", wanted.seen);
        }
        free(text);
        record_free(&game);
    }
}

/* ---- JSON ---- */

static const char *const GOOD[] = {
    "{}", "[]", " [ 1 , -0.5e+3 , 0 ] ", "{\"a\": [true, false, null]}", "\"\\u00e9\\ud83d\\ude00\"", "1E5", "[[[[]]]]"};
static const char *const BAD[] = {
    "",   "[",  "[1,]",    "[,1]",      "{\"a\"}", "{\"a\":}", "{a: 1}", "01",  "1.", ".5",          "+1",    "0x10", "-",
    "1e", "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"",  "[1] 2",    "nul",    "tru", "]",  "{\"a\": 1,}", "[1 2]", "NaN",  "'a'"};

Test(imports, json_is_read_as_its_grammar_says) {
    char error[JSON_ERROR_SIZE];
    long line;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        JsonValue *v = json_read(GOOD[i], &line, error);
        cr_assert(v, "%s: %s", GOOD[i], error);
        json_free(v);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        JsonValue *v = json_read(BAD[i], &line, error);
        cr_assert(!v && *error, "%s", BAD[i]);
    }
}

Test(imports, json_has_its_lines_and_its_depth) {
    char error[JSON_ERROR_SIZE], deep[4 * JSON_DEPTH] = "";
    long line;
    JsonValue *v = json_read("\n{\"a\":\n\n[1,\n \"\\ud83d\\ude00\\ud800x\"]}", &line, error);
    cr_assert_eq(v->line, 2);
    cr_assert_eq(json_get(v, "a")->line, 4);
    cr_assert_eq(json_get(v, "a")->first->next->line, 5);
    cr_assert_str_eq(json_text(json_get(v, "a")->first->next), "\xF0\x9F\x98\x80\xEF\xBF\xBDx");
    cr_assert_null(json_get(v, "b"));
    json_free(v);
    memset(deep, '[', 2 * JSON_DEPTH);
    cr_assert_null(json_read(deep, &line, error));
    cr_assert(strstr(error, "brackets"));
    cr_assert_null(json_read("[1,\n2,\n3", &line, error));
    cr_assert_eq(line, 3);
}
