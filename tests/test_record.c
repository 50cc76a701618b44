/* Game records: what is written reads back the same, what is cut or broken is never taken for another game. */
#include "kit/record.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/support.h"

TestSuite(record, .init = support_init, .timeout = 300);

/* ---- helpers ---- */

typedef struct {
    char *bytes;
    size_t size;
} Bytes;

static Bytes written(const Record *games, int count) {
    Bytes b;
    FILE *out = open_memstream(&b.bytes, &b.size);
    for (int i = 0; i < count; i++) REQUIRE(record_write(out, &games[i]), "not written");
    fclose(out);
    return b;
}

static bool same_string(const char *a, const char *b) { return (!a && !b) || (a && b && !strcmp(a, b)); }

static bool same_note(const Note *a, const Note *b) {
    return a->kind == b->kind && a->score == b->score && a->depth == b->depth && a->time == b->time && a->nodes == b->nodes;
}

static bool same_game(const Record *a, const Record *b) {
    bool same = a->tag_count == b->tag_count && a->turn_count == b->turn_count && a->winner == b->winner &&
                positions_equal(&a->start, &b->start) && positions_equal(&a->end, &b->end) &&
                same_string(a->comment, b->comment);
    for (int i = 0; same && i < a->tag_count; i++)
        same = !strcmp(a->tags[i].name, b->tags[i].name) && !strcmp(a->tags[i].value, b->tags[i].value);
    for (int i = 0; same && i < a->turn_count; i++)
        same = a->turns[i].move == b->turns[i].move && same_note(&a->turns[i].note, &b->turns[i].note) &&
               same_string(a->turns[i].comment, b->turns[i].comment);
    return same;
}

static const char *const WORDS[] = {"[%eval", "+0.12/7", "%",     "[Event \"x\"]", "a \"b\" \\", ";",        "}",
                                    "{",      "(",       "0.1s",  "12n",           "1-0",        "book\n\t", "\r\n",
                                    "",       "$3",      "-M2/9", "\xC3\xA9",      "x"};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

static void random_text(Random *r, char *out, size_t size) {
    *out = '\0';
    for (int i = random_below(r, 30); i; i--) {
        size_t length = strlen(out);
        snprintf(out + length, size - length, "%s%s", WORDS[random_below(r, WORD_COUNT)], random_chance(r, 70) ? " " : "");
    }
}

static Note random_note(Random *r) {
    Note n = NOTE_NONE;
    if (random_chance(r, 30)) return n;
    n.kind = random_chance(r, 20) ? NOTE_MATE : NOTE_CP;
    n.score = random_below(r, 6001) - 3000;
    if (random_chance(r, 80)) n.depth = 1 + random_below(r, 90);
    if (random_chance(r, 80)) n.time = random_below(r, 100000);
    if (random_chance(r, 50)) n.nodes = random_next(r) >> 10;
    return n;
}

static void add_random_turn(Record *game, const char *text, Random *r) {
    char comment[512];
    Note note = random_note(r);
    Move move;
    random_text(r, comment, sizeof comment);
    REQUIRE(!move_parse(&game->end, text, &move), "%s", text);
    REQUIRE(record_add(game, move, &note, random_chance(r, 50) ? comment : NULL), "no memory");
}

/* A game from a start, a setup or a built position, to its end or broken off. */
static Record random_game(const NaiveRules *rules, Random *r) {
    Naive n = random_chance(r, 60)   ? naive_start(rules)
              : random_chance(r, 50) ? random_in_setup(rules, r)
                                     : random_built(rules, r);
    Position start = position_of(&n);
    Record game;
    NaiveMove move;
    char text[512];
    record_init(&game, &start);
    random_text(r, text, sizeof text);
    REQUIRE(record_set_tag(&game, "Black", text) && record_set_tag(&game, "Annotator", "x"), "no memory");
    if (random_chance(r, 20)) record_annotate(&game, -1, NULL, text);
    int plies = random_chance(r, 80) ? 200 : random_below(r, 20);
    for (; plies && naive_winner(&n) == '-' && random_move(&n, r, move); plies--) {
        add_random_turn(&game, move, r);
        naive_play(&n, move);
    }
    REQUIRE(same_text(&game.end, &n), "the end");
    game.winner = position_winner(&game.end);
    if (game.winner == NO_COLOUR) game.winner = (Colour)random_below(r, 3);
    record_set_tag(&game, "Result", record_result_word(game.winner));
    return game;
}

static RecordReader *open_text(FILE **file, const char *text, size_t size) {
    *file = fmemopen((void *)(uintptr_t)text, size, "rb");
    RecordReader *reader = record_reader_open(*file);
    REQUIRE(*file && reader, "no memory");
    return reader;
}

static void close_text(FILE *file, RecordReader *reader) {
    record_reader_close(reader);
    fclose(file);
}

/* ---- what is written is what is read ---- */

static bool lines_are_short(const char *s) {
    for (size_t length; *s; s += length + (s[length] == '\n')) {
        length = strcspn(s, "\n");
        /* A tag stands on one line, and some words may not begin one. */
        if (length > 100 && *s != '[' && !strstr(s, "[") && !strstr(s, "%")) return false;
    }
    return true;
}

Test(record, random_games_read_back_equal) {
    Random r = random_seeded(101);
    for (int i = support_scaled(150); i; i--) {
        Record games[3], read;
        char error[RECORD_ERROR_SIZE];
        FILE *file;
        for (int k = 0; k < 3; k++) games[k] = random_game(naive_rules((i + k) % NAIVE_RULE_SETS), &r);
        Bytes b = written(games, 3);
        RecordReader *reader = open_text(&file, b.bytes, b.size);
        for (int k = 0; k < 3; k++) {
            REQUIRE(record_read(reader, &read, error) == RECORD_READ, "%s\n%s", error, b.bytes);
            REQUIRE(same_game(&read, &games[k]), "another game:\n%s", b.bytes);
            record_free(&read);
            record_free(&games[k]);
        }
        REQUIRE(record_read(reader, &read, error) == RECORD_END, "more:\n%s", b.bytes);
        REQUIRE(lines_are_short(b.bytes), "a long line:\n%s", b.bytes);
        close_text(file, reader);
        free(b.bytes);
    }
}

Test(record, positions_on_the_way_are_those_of_the_rules) {
    Random r = random_seeded(102);
    for (int i = support_scaled(30); i; i--) {
        Record game = random_game(naive_rules(i % NAIVE_RULE_SETS), &r);
        char start[POSITION_TEXT_SIZE], move[MOVE_TEXT_SIZE];
        position_text(&game.start, start, sizeof start);
        Naive n = naive_of(game.start.variant->name, start);
        for (int k = 0; k <= game.turn_count; k++) {
            Position p = record_position(&game, k);
            REQUIRE(same_text(&p, &n), "turn %d", k);
            if (k == game.turn_count) break;
            move_text(game.turns[k].move, move, sizeof move);
            naive_play(&n, move);
        }
        record_free(&game);
    }
}

/* ---- cut files ---- */

/* Reads all of a file cut short: whole games as they were, then the end or a torn game. */
static int check_cut(const Bytes *b, size_t size, const Record *games, int count) {
    Record read;
    RecordStatus status;
    char error[RECORD_ERROR_SIZE];
    FILE *file;
    if (!size) return 0;
    int whole = 0;
    RecordReader *reader = open_text(&file, b->bytes, size);
    for (; (status = record_read(reader, &read, error)) == RECORD_READ; whole++) {
        REQUIRE(whole < count && same_game(&read, &games[whole]), "cut at %zu: another game %d", size, whole);
        REQUIRE(record_reader_offset(reader) <= (int64_t)size, "cut at %zu: %ld", size, (long)record_reader_offset(reader));
        record_free(&read);
    }
    REQUIRE(status == RECORD_END || record_reader_torn(reader), "cut at %zu: not torn: %s", size, error);
    REQUIRE(status == RECORD_END || record_read(reader, &read, error) == RECORD_END, "cut at %zu: goes on", size);
    close_text(file, reader);
    return whole;
}

Test(record, a_cut_file_holds_its_whole_games_and_no_other) {
    Random r = random_seeded(103);
    for (int i = support_scaled(2); i; i--) {
        Record games[2];
        for (int k = 0; k < 2; k++) games[k] = random_game(naive_rules((i + 7 * k) % NAIVE_RULE_SETS), &r);
        Bytes b = written(games, 2);
        int before = 0;
        for (size_t size = 0; size <= b.size; size++) {
            int whole = check_cut(&b, size, games, 2);
            REQUIRE(whole >= before, "cut at %zu: a game fewer", size);
            before = whole;
        }
        cr_assert_eq(before, 2);
        for (int k = 0; k < 2; k++) record_free(&games[k]);
        free(b.bytes);
    }
}

/* A torn game, a blank line, and the games of the writer that came after: nothing is lost but the torn one. */
Test(record, games_appended_behind_a_torn_one_are_read) {
    Random r = random_seeded(104);
    Record games[2], read;
    for (int k = 0; k < 2; k++) games[k] = random_game(naive_rules(3 * k + 1), &r);
    Bytes first = written(games, 1), second = written(games + 1, 1);
    for (size_t size = 1; size < first.size; size++) {
        char *text, error[RECORD_ERROR_SIZE];
        size_t length;
        FILE *file, *out = open_memstream(&text, &length);
        fwrite(first.bytes, 1, size, out);
        fputs("\n\n", out);
        fwrite(second.bytes, 1, second.size, out);
        fclose(out);
        RecordReader *reader = open_text(&file, text, length);
        RecordStatus status = record_read(reader, &read, error);
        if (status == RECORD_READ) record_free(&read);
        REQUIRE(status != RECORD_END && record_read(reader, &read, error) == RECORD_READ, "cut at %zu: %s", size, error);
        REQUIRE(same_game(&read, &games[1]), "cut at %zu", size);
        record_free(&read);
        REQUIRE(record_read(reader, &read, error) == RECORD_END, "cut at %zu: more", size);
        close_text(file, reader);
        free(text);
    }
    for (int k = 0; k < 2; k++) record_free(&games[k]);
    free(first.bytes);
    free(second.bytes);
}

Test(record, a_file_cut_at_the_offset_is_whole) {
    Random r = random_seeded(105);
    Record game = random_game(naive_rules(2), &r), read;
    Bytes b = written(&game, 1);
    FILE *file;
    char error[RECORD_ERROR_SIZE];
    RecordReader *reader = open_text(&file, b.bytes, b.size);
    cr_assert_eq(record_read(reader, &read, error), RECORD_READ);
    cr_assert_eq(record_reader_offset(reader), (int64_t)b.size - 1); /* the blank line is behind it */
    record_free(&read);
    record_free(&game);
    close_text(file, reader);
    free(b.bytes);
}

/* ---- what other writers write ---- */

static Record read_one(const char *text) {
    Record game;
    FILE *file;
    char error[RECORD_ERROR_SIZE];
    RecordReader *reader = open_text(&file, text, strlen(text));
    REQUIRE(record_read(reader, &game, error) == RECORD_READ, "%s", error);
    close_text(file, reader);
    return game;
}

#define SEVEN "[Variant \"veletas-7\"]\n"

Test(record, numbers_comments_variations_and_glyphs) {
    Record g = read_one("\xEF\xBB\xBF% a line to pass over\r\n" SEVEN "[Black \"a \\\"b\\\" \\\\ c\"] [White \"\"]\r\n\r\n"
                        "{in front} 1.d4/a1! {+0.12/7 0.100s 5n well}$1 (swap {)} ; )\n (x) ) swap ; rest\n"
                        "% {\n 1... c3,e5/g7 7 c3-c4/c2?! {one}{two} 1-0 {behind}\n");
    cr_assert_eq(g.turn_count, 4);
    cr_assert_str_eq(record_tag(&g, "Black"), "a \"b\" \\ c");
    cr_assert_str_eq(record_tag(&g, "White"), "");
    cr_assert_str_eq(g.comment, "in front");
    cr_assert(same_note(&g.turns[0].note, &(Note){NOTE_CP, 12, 7, 100, 5}));
    cr_assert_str_eq(g.turns[0].comment, "well");
    cr_assert_str_eq(g.turns[1].comment, "rest");
    cr_assert_str_eq(g.turns[3].comment, "one two");
    cr_assert_eq(g.winner, WHITE);
    cr_assert_eq(g.end.swap, SWAP_DONE);
    record_free(&g);
}

Test(record, a_game_without_tags_is_of_the_default_rules) {
    Record g = read_one("b2,c3,d4/a1 swap *");
    cr_assert_str_eq(g.start.variant->name, "veletas");
    cr_assert(g.tag_count == 0 && g.turn_count == 2 && g.winner == NO_COLOUR);
    record_free(&g);
}

Test(record, tags_are_set_replaced_and_taken_away) {
    Record g;
    Position p = position_start(variant_find("classic-7"));
    record_init(&g, &p);
    cr_assert_null(record_tag(&g, "FEN"));
    cr_assert(record_set_tag(&g, "Round", "1\n2") && record_set_tag(&g, "Site", "s") && record_set_tag(&g, "Round", "3\t4"));
    cr_assert_str_eq(record_tag(&g, "Round"), "3 4");
    cr_assert(record_set_tag(&g, "Round", NULL) && record_set_tag(&g, "Round", NULL));
    cr_assert_null(record_tag(&g, "Round"));
    cr_assert_str_eq(record_tag(&g, "Site"), "s");
    cr_assert_not(record_set_tag(&g, "a b", "x"));
    cr_assert_not(record_set_tag(&g, "", "x"));
    record_free(&g);
}

/* ---- broken games ---- */

static const struct {
    const char *text, *error; /* the error's beginning */
} BROKEN[] = {
    {SEVEN "\n1. d4/a1 c3,e5/g7 2. g1-g2/g3 1-0\n", "line 3: turn 2, g1-g2/g3: no unclaimed shooter"},
    {SEVEN "\n1. d4/a1\nswap\nswap *\n", "line 5: turn 1, swap: no swap"},
    {SEVEN "\n1. d4/a1 c3,e5/g7 2. nonsense *\n", "line 3: turn 2, nonsense: not a move"},
    {SEVEN "\n1. D4/A1 *\n", "line 3: turn 1, D4/A1"},
    {SEVEN "\n1. d4/a1 1/2-1/2\n", "line 3: a draw"},
    {SEVEN "[Result \"0-1\"]\n\n1. d4/a1 1-0\n", "line 4: the result is 1-0, but 0-1 in the tag"},
    {"[Variant \"chess\"]\n\n1. e4 1-0\n", "line 3: no rule set"},
    {SEVEN "[FEN \"7/7\"]\n\n*\n", "line 4: the tag FEN: wrong number of ranks"},
    {SEVEN "[FEN \"BB5/6s/7/7/7/7/7 w - 9\"]\n\n1-0\n", "line 4: the result is 1-0, but Black has won by claims"},
    {SEVEN "[FEN \"BB5/6s/7/7/7/7/7 w - 9\"]\n\n*\n", "line 4: the result is *, but Black has won by claims"},
    {SEVEN "[FEN \"BB5/6s/7/7/7/7/7 w - 9\"]\n\na1 0-1\n", "line 4: turn 9, a1: the game is over"},
    {SEVEN "[Black x]\n\n*\n", "line 2: a tag is not of the form"},
    {SEVEN "[\"x\"]\n\n*\n", "line 2: a tag is not of the form"},
    {SEVEN "[Black \"x]\n\n*\n", "line 2: the tag Black has no closing quote"},
    {SEVEN "[Black \"x\" *\n\n*\n", "line 2: the tag Black has no closing bracket"},
    {SEVEN "\n1. d4/a1 ) *\n", "line 3: a character that has no meaning here: )"},
    {SEVEN "\n1. d4/a1 } *\n", "line 3: a character that has no meaning here: }"},
    {SEVEN "\n1. d4/a1 \"x\" *\n", "line 3: a character that has no meaning here: \""},
    {SEVEN "\n1. d4/a1 \x01 *\n", "line 3: turn 1, #: not a move"},
    {SEVEN "\n1. d4/a1\n", "line 4: the game stops before its result word"},
    {SEVEN "\n1. d4/a1 {x\n\n", "line 5: the game stops before its result word"},
    {SEVEN "\n1. d4/a1 (x (y) {)} \n\n", "line 5: the game stops before its result word"},
    {SEVEN, "line 2: the game stops before its result word"},
};
enum { BROKEN_COUNT = sizeof BROKEN / sizeof *BROKEN };

static const char *const GOOD = SEVEN "[Round \"2\"]\n\n1. d4/a1 *\n";

/* Each broken game costs one error with its line, and the game behind it is read. */
Test(record, a_broken_game_costs_itself_alone) {
    for (int i = 0; i < BROKEN_COUNT; i++) {
        char text[1024], error[RECORD_ERROR_SIZE];
        FILE *file;
        Record game;
        snprintf(text, sizeof text, "%s%s", BROKEN[i].text, GOOD);
        /* A tag section alone would go on with the next one's tags. */
        if (!strcmp(BROKEN[i].text, SEVEN)) snprintf(text, sizeof text, "%s\n%s", BROKEN[i].text, GOOD);
        RecordReader *reader = open_text(&file, text, strlen(text));
        cr_assert_eq(record_read(reader, &game, error), RECORD_BAD, "%d", i);
        if (!strstr(BROKEN[i].error, "stops before"))
            cr_assert(!strncmp(error, BROKEN[i].error, strlen(BROKEN[i].error)), "%d: %s", i, error);
        else cr_assert(strstr(error, "stops before") && record_reader_torn(reader), "%d: %s", i, error);
        cr_assert_eq(record_read(reader, &game, error), RECORD_READ, "%d: %s", i, error);
        cr_assert_str_eq(record_tag(&game, "Round"), "2");
        record_free(&game);
        cr_assert_eq(record_read(reader, &game, error), RECORD_END);
        close_text(file, reader);
    }
}

/* Reads to the end whatever is there; every game read must be written back and read as itself. */
static int read_all(const char *text, size_t size) {
    Record game, again;
    RecordStatus status;
    char error[RECORD_ERROR_SIZE];
    FILE *file;
    int games = 0;
    RecordReader *reader = open_text(&file, text, size);
    for (size_t steps = 0; (status = record_read(reader, &game, error)) != RECORD_END; steps++) {
        REQUIRE(steps <= size, "it never ends");
        if (status == RECORD_BAD) {
            REQUIRE(!strncmp(error, "line ", 5) && strlen(error) > 8, "%s", error);
            continue;
        }
        Bytes b = written(&game, 1);
        FILE *copy;
        RecordReader *second = open_text(&copy, b.bytes, b.size);
        REQUIRE(record_read(second, &again, error) == RECORD_READ && same_game(&game, &again), "%s\n%s", error, b.bytes);
        close_text(copy, second);
        free(b.bytes);
        record_free(&game);
        record_free(&again);
        games++;
    }
    close_text(file, reader);
    return games;
}

/* Bytes changed, dropped and doubled at random. */
Test(record, damaged_files_are_read_to_their_end) {
    static const char BITS[] = "{}()[];$%\"\\*\n\r 01-/,.!?abs\0\xFF";
    Random r = random_seeded(106);
    int games = 0;
    for (int i = support_scaled(300); i; i--) {
        Record record[2] = {random_game(naive_rules(i % NAIVE_RULE_SETS), &r),
                            random_game(naive_rules((i + 4) % NAIVE_RULE_SETS), &r)};
        Bytes b = written(record, 2);
        for (int k = random_below(&r, 8); k; k--) {
            size_t at = (size_t)random_below(&r, (int)b.size - 20);
            if (random_chance(&r, 50)) b.bytes[at] = BITS[random_below(&r, sizeof BITS)];
            else memmove(b.bytes + at, b.bytes + at + random_below(&r, 19), b.size - at - 20);
        }
        games += read_all(b.bytes, b.size);
        for (int k = 0; k < 2; k++) record_free(&record[k]);
        free(b.bytes);
    }
    cr_assert_gt(games, 100);
}

/* ---- notes ---- */

Test(record, notes_both_ways) {
    static const struct {
        const char *text;
        Note note;
        const char *rest;
    } cases[] = {
        {"+0.31/8 0.100s 41235n", {NOTE_CP, 31, 8, 100, 41235}, ""},
        {"-0.05", {NOTE_CP, -5, 0, -1, 0}, ""},
        {"+M3/8 x", {NOTE_MATE, 3, 8, -1, 0}, "x"},
        {"-M12 0.000s", {NOTE_MATE, -12, 0, 0, 0}, ""},
        {"12.345s", {NOTE_NO_SCORE, 0, 0, 12345, 0}, ""},
        {"7n", {NOTE_NO_SCORE, 0, 0, -1, 7}, ""},
        {"book +0.31/8", {NOTE_NO_SCORE, 0, 0, -1, 0}, "book +0.31/8"},
        {"+0.3x", {NOTE_NO_SCORE, 0, 0, -1, 0}, "+0.3x"},
        {"+99999999999.00", {NOTE_NO_SCORE, 0, 0, -1, 0}, "+99999999999.00"},
        {"99999999999999999999999n", {NOTE_NO_SCORE, 0, 0, -1, 0}, "99999999999999999999999n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Note n;
        char text[NOTE_TEXT_SIZE], whole[200];
        const char *rest = note_parse(cases[i].text, &n);
        cr_assert(same_note(&n, &cases[i].note), "%s", cases[i].text);
        cr_assert_str_eq(rest, cases[i].rest);
        note_text(&n, text, sizeof text);
        snprintf(whole, sizeof whole, "%s%s%s", text, *text && *rest ? " " : "", rest);
        cr_assert_str_eq(whole, cases[i].text);
    }
}
