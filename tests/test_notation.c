/* Text both ways: round trips, every error code, odd white space, small buffers, broken text. */
#include "engine/notation.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

TestSuite(notation, .init = support_init);

/* ---- round trips ---- */

Test(notation, positions_are_written_as_they_were_read) {
    Random r = random_seeded(71);
    for (int i = support_scaled(1500); i; i--) {
        Naive n = random_any(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        char text[POSITION_TEXT_SIZE];
        size_t length = position_text(&p, text, sizeof text);
        REQUIRE(length == strlen(text) && same_text(&p, &n), "%s: %s", n.rules->name, text);
    }
}

static void check_move_text(const Naive *n, const Position *p, const char *text) {
    char written[MOVE_TEXT_SIZE];
    Move m;
    NotationError e = move_parse(p, text, &m);
    REQUIRE(e == NOTATION_OK, "%s: %s: %s", n->rules->name, text, notation_error_text(e));
    REQUIRE(m == move_of(n, text), "%s: %s is read as %llx", n->rules->name, text, (unsigned long long)m);
    size_t length = move_text(m, written, sizeof written);
    REQUIRE(!strcmp(written, text) && length == strlen(text), "%s: %s is written as %s", n->rules->name, text, written);
}

Test(notation, turns_are_written_as_they_were_read) {
    Random r = random_seeded(72);
    int moves = 0;
    for (int i = support_scaled(150); i; i--) {
        Naive n = random_in_play(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        NaiveList list = naive_moves(&n);
        for (size_t k = 0; k < list.count; k++, moves++) check_move_text(&n, &p, list.moves[k]);
        naive_list_free(&list);
    }
    cr_assert_gt(moves, 10000, "%d", moves);
}

Test(notation, setups_are_written_as_they_were_read) {
    Random r = random_seeded(73);
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        Naive n = naive_start(naive_rules(i));
        if (n.rules->size != 7) continue;
        Position p = position_of(&n);
        NaiveList list = naive_moves(&n);
        for (size_t k = 0; k < list.count; k++) check_move_text(&n, &p, list.moves[k]);
        naive_play(&n, list.moves[random_below(&r, (int)list.count)]);
        naive_list_free(&list);
        p = position_of(&n);
        list = naive_moves(&n);
        for (size_t k = 0; k < list.count; k += 7) check_move_text(&n, &p, list.moves[k]);
        naive_list_free(&list);
    }
}

/* Shuffles the squares of a setup, the stone staying behind its slash. */
static void shuffle_setup(const char *text, Random *r, char *out) {
    char copy[64], *squares[8], *stone = copy, *rest;
    int count = 0;
    strcpy(copy, text);
    rest = strsep(&stone, "/");
    while (rest) squares[count++] = strsep(&rest, ",");
    for (int left = count; left; left--) {
        int pick = random_below(r, left);
        out += sprintf(out, "%s%s", left == count ? "" : ",", squares[pick]);
        squares[pick] = squares[left - 1];
    }
    if (stone) sprintf(out, "/%s", stone);
}

/* Whether the shooters of a setup's text stand in file-then-rank order. */
static bool is_sorted(const char *text) {
    int previous = -1;
    for (;; text++) {
        char *end;
        int square = (*text - 'a') * NAIVE_SIDE + (int)strtol(text + 1, &end, 10);
        if (square <= previous) return false;
        if (*end != ',') return true;
        previous = square;
        text = end;
    }
}

Test(notation, setup_squares_are_read_in_any_order_and_written_by_file_then_rank) {
    Random r = random_seeded(74);
    int shuffled = 0;
    for (int i = support_scaled(600); i; i--) {
        Naive n = random_in_setup(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        NaiveMove found;
        if (!random_move(&n, &r, found) || !strcmp(found, "swap")) continue;
        char given[64], written[MOVE_TEXT_SIZE], again[64];
        Move m, same;
        shuffle_setup(found, &r, given);
        shuffle_setup(found, &r, again);
        REQUIRE(!move_parse(&p, given, &m) && !move_parse(&p, again, &same), "%s: %s", n.rules->name, given);
        REQUIRE(m == same, "%s: %s and %s differ", n.rules->name, given, again);
        move_text(m, written, sizeof written);
        REQUIRE(is_sorted(written), "%s: %s is written as %s", n.rules->name, given, written);
        shuffled += strcmp(given, written) != 0;
    }
    cr_assert_gt(shuffled, 100, "%d", shuffled);
}

Test(notation, setup_order_by_hand) {
    Naive start = naive_start(naive_rules_named("veletas"));
    Position p = position_of(&start);
    static const char *const GIVEN[] = {"c3,b9,b2/d4", "b9,c3,b2/d4", "b2,b9,c3/d4", "c3,b2,b9/d4"};
    for (int i = 0; i < 4; i++) {
        Move m;
        char written[MOVE_TEXT_SIZE];
        cr_assert_eq(move_parse(&p, GIVEN[i], &m), NOTATION_OK, "%s", GIVEN[i]);
        move_text(m, written, sizeof written);
        cr_assert_str_eq(written, "b2,b9,c3/d4");
    }
    start = naive_start(naive_rules_named("classic"));
    p = position_of(&start);
    Move m;
    char written[MOVE_TEXT_SIZE];
    cr_assert_eq(move_parse(&p, "c1,b10,b4", &m), NOTATION_OK);
    move_text(m, written, sizeof written);
    cr_assert_str_eq(written, "b4,b10,c1");
}

Test(notation, squares) {
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) {
            char text[4], expected[16];
            size_t length = square_text(square_at(file, rank), text, sizeof text);
            sprintf(expected, "%c%d", 'a' + file, rank + 1);
            REQUIRE(!strcmp(text, expected) && length == strlen(expected), "%s is written as %s", expected, text);
        }
}

Test(notation, no_move_and_swap) {
    char text[MOVE_TEXT_SIZE];
    cr_assert_eq(move_text(MOVE_NONE, text, sizeof text), 6);
    cr_assert_str_eq(text, "(none)");
    cr_assert_eq(move_text(MOVE_SWAP, text, sizeof text), 4);
    cr_assert_str_eq(text, "swap");
}

/* ---- errors ---- */

typedef struct {
    NotationError error;
    const char *rules, *position;
    const char *move; /* NULL: the position is at fault */
} Fault;

#define START7 "7/7/7/7/7/7/7 b - 1"
#define SECOND7 "7/3s3/7/b6/7/7/7 w - 1"
#define OFFER7 "7/3s3/7/b6/7/7/7 w ? 1"
#define PLAY7 "1s5/7/2b3b/1b3s1/7/5w1/w1w3s b - 4"
#define CLAIMED7 "B6/7/2b3b/1b3s1/7/5w1/w1w3s b - 4"
#define OVER7 "B6/7/2b3b/1b3B1/7/5w1/w1w3s b - 4"

static const Fault FAULTS[] = {
    {NOTATION_RANKS, "veletas-7", "7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_RANKS, "veletas-7", "7 b - 1", NULL},
    {NOTATION_RANKS, "veletas-7", "7/7/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_RANKS, "veletas-7", "7/7/7/7/7/7/7/ b - 1", NULL},
    {NOTATION_RANKS, "veletas", "10/10/10/10/10/10/10/10/10 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "7/7/7/6/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "7/7/7/8/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "7/7/7/7b/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "7/7/7/bbbbbbbb/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "7/7/7//7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas-7", "10/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas", "11/10/10/10/10/10/10/10/10/10 b - 1", NULL},
    {NOTATION_RANK_LENGTH, "veletas", "99999999999999999999/10/10/10/10/10/10/10/10/10 b - 1", NULL},
    {NOTATION_CHARACTER, "veletas-7", "S6/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_CHARACTER, "veletas-7", "7/7/7/3x3/7/7/7 b - 1", NULL},
    {NOTATION_CHARACTER, "veletas-7", "7/7/7/7/7/7/6- b - 1", NULL},
    {NOTATION_CHARACTER, "veletas-7", "7/7/7/7/7/7/6\xc3 b - 1", NULL},
    {NOTATION_RUN, "veletas-7", "07/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_RUN, "veletas-7", "7/7/7/b0b5/7/7/7 b - 1", NULL},
    {NOTATION_RUN, "veletas-7", "7/7/7/7/7/7/b06 b - 1", NULL},
    {NOTATION_REMOVED_CORNER, "nocorners-7", "b6/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_REMOVED_CORNER, "nocorners-7", "6w/7/7/7/7/7/7 b - 1", NULL},
    {NOTATION_REMOVED_CORNER, "nocorners-9", "9/9/9/9/9/9/9/9/s8 w - 1", NULL},
    {NOTATION_REMOVED_CORNER, "nocorners", "10/10/10/10/10/10/10/10/10/9B b - 1", NULL},
    {NOTATION_FIELDS, "veletas-7", "", NULL},
    {NOTATION_FIELDS, "veletas-7", " \t ", NULL},
    {NOTATION_FIELDS, "veletas-7", "7/7/7/7/7/7/7", NULL},
    {NOTATION_FIELDS, "veletas-7", "7/7/7/7/7/7/7 b", NULL},
    {NOTATION_FIELDS, "veletas-7", "7/7/7/7/7/7/7 b - ", NULL},
    {NOTATION_FIELDS, "veletas-7", "7/7/7/7/7/7/7 b - 1 1", NULL},
    {NOTATION_SIDE, "veletas-7", "7/7/7/7/7/7/7 B - 1", NULL},
    {NOTATION_SIDE, "veletas-7", "7/7/7/7/7/7/7 - - 1", NULL},
    {NOTATION_SIDE, "veletas-7", "7/7/7/7/7/7/7 bw - 1", NULL},
    {NOTATION_SWAP, "veletas-7", "7/7/7/7/7/7/7 b X 1", NULL},
    {NOTATION_SWAP, "veletas-7", "7/7/7/7/7/7/7 b -- 1", NULL},
    {NOTATION_SWAP, "veletas-7", "7/7/7/7/7/7/7 b 1 1", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 0", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 10000", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 4294967297", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 99999999999999999999999", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - -1", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - +1", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 1.5", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - 1x", NULL},
    {NOTATION_NUMBER, "veletas-7", "7/7/7/7/7/7/7 b - x", NULL},
    {NOTATION_SHOOTERS, "veletas-7", "s5s/7/7/7/7/7/7 w - 1", NULL},
    {NOTATION_SHOOTERS, "veletas-7", "s5s/7/7/7/7/7/s5s b - 1", NULL},
    {NOTATION_SHOOTERS, "veletas", "s9/10/10/10/10/10/10/10/10/10 w - 1", NULL},
    {NOTATION_SIDE_IN_SETUP, "veletas-7", "7/7/7/7/7/7/7 w - 1", NULL},
    {NOTATION_SIDE_IN_SETUP, "veletas-7", "7/3s3/7/b6/7/7/7 b - 1", NULL},
    {NOTATION_SIDE_IN_SETUP, "classic-7", "7/3s3/7/7/7/7/7 b - 1", NULL},
    {NOTATION_SWAP_RULE, "veletas-7", "7/7/7/7/7/7/7 b ? 1", NULL},
    {NOTATION_SWAP_RULE, "veletas-7", "7/7/7/7/7/7/7 b x 1", NULL},
    {NOTATION_SWAP_RULE, "veletas-7", "1s5/7/2b3b/1b3s1/7/5w1/w1w3s b ? 4", NULL},
    {NOTATION_SWAP_RULE, "classic-7", "7/3s3/7/7/7/7/7 w ? 1", NULL},
    {NOTATION_SWAP_RULE, "classic-7", "7/3s3/7/7/7/7/7 w x 1", NULL},
    {NOTATION_SWAP_RULE, "classic-7", "1s5/7/2b3b/1b3s1/7/5w1/w1w3s b x 4", NULL},
    {NOTATION_CLAIM_IN_SETUP, "veletas-7", "7/3B3/7/b6/7/7/7 w - 1", NULL},
    {NOTATION_CLAIM_IN_SETUP, "veletas-7", "7/3W3/7/b6/7/7/7 w ? 1", NULL},
    {NOTATION_TRAPPED, "veletas-7", "1s5/7/7/7/7/bb5/sw4s b - 4", NULL},
    {NOTATION_TRAPPED, "veletas-7", "7/7/7/7/7/bb5/sw5 w - 1", NULL},
    {NOTATION_TRAPPED, "classic-7", "7/7/7/7/7/sb5/sw4s b - 4", NULL},
    {NOTATION_TRAPPED, "nocorners-7", "1s5/7/7/7/wb5/sb5/1b3s1 b - 4", NULL},

    {NOTATION_SYNTAX, "veletas-7", PLAY7, ""},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "-"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, ","},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "/"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "pass"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "0000"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7/"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7d7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7-d7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7/d7x"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7/d7/"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7/d7/e7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "B7-C7/D7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "C7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "b7-c7/D7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, " c7"},
    {NOTATION_SYNTAX, "veletas-7", PLAY7, "c7 "},
    {NOTATION_SYNTAX, "veletas-7", OFFER7, "SWAP"},
    {NOTATION_SYNTAX, "veletas-7", OFFER7, "Swap"},
    {NOTATION_SYNTAX, "veletas-7", OFFER7, "swap "},
    {NOTATION_SYNTAX, "veletas-7", OFFER7, "swaps"},
    {NOTATION_SYNTAX, "veletas-7", START7, "C3/D4"},
    {NOTATION_SYNTAX, "veletas-7", START7, "c3/d4,"},
    {NOTATION_SYNTAX, "veletas-7", START7, "c3//d4"},
    {NOTATION_SYNTAX, "veletas-7", SECOND7, "c3,,d4/e5"},
    {NOTATION_SYNTAX, "veletas-7", SECOND7, "c3/d4,e5"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "h1"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "a8"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "a10"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "c70"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "b7-c7/h7"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "b7-b8/c7"},
    {NOTATION_SQUARE, "veletas-7", PLAY7, "a99999999999999999999"},
    {NOTATION_SQUARE, "veletas-7", START7, "h3/d4"},
    {NOTATION_SQUARE, "nocorners-7", "1s5/7/2b3b/1b3s1/7/5w1/2w2s1 b - 4", "a7"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "f1"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "g1-f1/e1"},
    {NOTATION_GAME_OVER, "veletas-7", OVER7, "swap"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", START7, "c3-d4/e5"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", START7, "c3"},
    {NOTATION_SETUP_EXPECTED, "veletas-7", SECOND7, "d6-d5/d4"},
    {NOTATION_SETUP_EXPECTED, "classic-7", "7/3s3/7/7/7/7/7 w - 1", "d5"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "c3,d4/e5"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "c3/d4"},
    {NOTATION_SETUP_OVER, "classic-7", PLAY7, "c3,d4"},
    {NOTATION_SETUP_OVER, "veletas-7", PLAY7, "swap"},
    {NOTATION_NO_SWAP, "veletas-7", START7, "swap"},
    {NOTATION_NO_SWAP, "veletas-7", SECOND7, "swap"},
    {NOTATION_NO_SWAP, "veletas-7", "7/3s3/7/b6/7/7/7 w x 1", "swap"},
    {NOTATION_NO_SWAP, "classic-7", "7/3s3/7/7/7/7/7 w - 1", "swap"},
    {NOTATION_SETUP_COUNT, "veletas-7", START7, "c3,d4/e5"},
    {NOTATION_SETUP_COUNT, "veletas-7", START7, "c3,d4"},
    {NOTATION_SETUP_COUNT, "veletas-7", SECOND7, "c3/d4"},
    {NOTATION_SETUP_COUNT, "veletas-7", SECOND7, "c3,d4"},
    {NOTATION_SETUP_COUNT, "veletas-7", SECOND7, "c3,d4,e5/f6"},
    {NOTATION_SETUP_COUNT, "classic-7", START7, "c3/d4"},
    {NOTATION_SETUP_COUNT, "classic-7", START7, "c3,e5"},
    {NOTATION_NOT_EMPTY, "veletas-7", START7, "c3/c3"},
    {NOTATION_NOT_EMPTY, "veletas-7", SECOND7, "c3,c3/d4"},
    {NOTATION_NOT_EMPTY, "veletas-7", SECOND7, "c3,d6/d4"},
    {NOTATION_NOT_EMPTY, "veletas-7", SECOND7, "c3,d4/a4"},
    {NOTATION_NOT_EMPTY, "veletas-7", SECOND7, "c3,d4/d4"},
    {NOTATION_PERIMETER, "veletas-7", START7, "a3/d4"},
    {NOTATION_PERIMETER, "veletas-7", START7, "d1/d4"},
    {NOTATION_PERIMETER, "veletas-7", SECOND7, "c3,g5/d4"},
    {NOTATION_PERIMETER, "nocorners-7", SECOND7, "c3,d7/d4"},
    {NOTATION_ADJACENT, "interim-7", SECOND7, "a1,a2/d4"},
    {NOTATION_ADJACENT, "interim-7", SECOND7, "b2,a1/d4"},
    {NOTATION_ADJACENT, "interim-7", SECOND7, "a1,c5/d4"},
    {NOTATION_ADJACENT, "classic-7", "7/3s3/7/7/7/7/7 w - 1", "a1,d7"},
    {NOTATION_NO_SHOOTER, "veletas-7", PLAY7, "d4-d5/d6"},
    {NOTATION_NO_SHOOTER, "veletas-7", PLAY7, "c5-d5/d6"},
    {NOTATION_NO_SHOOTER, "veletas-7", CLAIMED7, "a7-b7/c7"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "b7-b7/c7"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "b7-c5/c6"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "b7-b3/c3"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "b7-d6/e6"},
    {NOTATION_MOVE_BLOCKED, "veletas-7", PLAY7, "f4-f1/e1"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b7-c7/c7"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b7-c7/c5"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b7-c7/c4"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b7-c7/f4"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b7-c7/d5"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "a5"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "b3"},
    {NOTATION_SHOT_BLOCKED, "veletas-7", PLAY7, "f4"},
};

static NotationError error_of(const Fault *f) {
    Position p, untouched;
    Move m = 0x5555;
    memset(&p, 0x55, sizeof p);
    untouched = p;
    NotationError e = position_parse(variant_find(f->rules), f->position, &p);
    if (e) REQUIRE(!memcmp(&p, &untouched, sizeof p), "%s: a refused position was written", f->position);
    if (e || !f->move) return e;
    e = move_parse(&p, f->move, &m);
    if (e) REQUIRE(m == 0x5555, "%s: a refused move was written", f->move);
    return e;
}

Test(notation, every_error_has_its_code) {
    bool seen[NOTATION_ERROR_COUNT] = {[NOTATION_OK] = true};
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        const Fault *f = &FAULTS[i];
        NotationError e = error_of(f);
        cr_expect(e == f->error, "%s;%s;%s: %s", f->rules, f->position, f->move ? f->move : "", notation_error_text(e));
        seen[f->error] = true;
    }
    /* The rest is for partial turns: test_board.c. */
    for (int e = 0; e < NOTATION_SHOOTER_STUCK; e++)
        cr_expect(seen[e], "no fault in the table is %s", notation_error_text((NotationError)e));
}

Test(notation, every_error_has_a_text_of_its_own) {
    for (int e = 0; e < NOTATION_ERROR_COUNT; e++) {
        const char *text = notation_error_text((NotationError)e);
        cr_assert(text && *text, "error %d", e);
        for (int other = 0; other < e; other++) cr_assert_str_neq(text, notation_error_text((NotationError)other));
    }
    cr_assert_not_null(notation_error_text(NOTATION_ERROR_COUNT));
}

/* A leading zero may be called either. */
Test(notation, ranks_have_no_leading_zero) {
    static const char *const MOVES[] = {"a0", "c07", "b07-c7/d7", "b7-c7/d07"};
    Naive n = naive_of("veletas-7", PLAY7);
    Position p = position_of(&n);
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        Move m;
        NotationError e = move_parse(&p, MOVES[i], &m);
        cr_assert(e == NOTATION_SYNTAX || e == NOTATION_SQUARE, "%s: %s", MOVES[i], notation_error_text(e));
    }
}

/* ---- white space ---- */

Test(notation, white_space_of_any_kind_and_length) {
    static const char *const TEXTS[] = {
        "1s5/7/2b3b/1b3s1/7/5w1/w1w3s  b   -    4", "1s5/7/2b3b/1b3s1/7/5w1/w1w3s\tb\t-\t4",
        "1s5/7/2b3b/1b3s1/7/5w1/w1w3s \t b\v-\f4",  "  1s5/7/2b3b/1b3s1/7/5w1/w1w3s b - 4",
        "1s5/7/2b3b/1b3s1/7/5w1/w1w3s b - 4\r\n",   "\t1s5/7/2b3b/1b3s1/7/5w1/w1w3s\r\nb - 4 \t ",
    };
    Naive n = naive_of("veletas-7", PLAY7);
    Position expected = position_of(&n);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        Position p;
        cr_assert_eq(position_parse(variant_find("veletas-7"), TEXTS[i], &p), NOTATION_OK, "%s", TEXTS[i]);
        cr_assert(positions_equal(&p, &expected), "%s", TEXTS[i]);
    }
}

/* ---- buffers ---- */

enum { ROOM = 256, CANARY = 0x7e };

/* Checks what was written into a buffer of `size` bytes: its end marked, a beginning of the whole text, nothing behind it. */
static void check_buffer(const char *out, size_t size, const char *whole) {
    for (size_t i = size; i < ROOM; i++) REQUIRE(out[i] == CANARY, "%s: size %zu: byte %zu is written", whole, size, i);
    if (!size) return;
    size_t length = strnlen(out, size);
    REQUIRE(length < size, "%s: size %zu: no end", whole, size);
    REQUIRE(!strncmp(out, whole, length), "%s: size %zu: %s", whole, size, out);
    REQUIRE(size <= strlen(whole) || length == strlen(whole), "%s: size %zu: cut to %s", whole, size, out);
}

Test(notation, small_buffers_are_never_overrun) {
    Random r = random_seeded(75);
    char out[ROOM], whole[ROOM];
    for (int i = 0; i < 60; i++) {
        Naive n = random_any(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        NaiveMove text;
        char word[MOVE_TEXT_SIZE] = "(none)";
        Move m = random_move(&n, &r, text) ? move_of(&n, text) : MOVE_NONE;
        move_text(m, word, sizeof word);
        naive_write(&n, whole);
        for (size_t size = 0; size <= POSITION_TEXT_SIZE; size++) {
            memset(out, CANARY, sizeof out);
            position_text(&p, out, size);
            check_buffer(out, size, whole);
        }
        for (size_t size = 0; size <= MOVE_TEXT_SIZE; size++) {
            memset(out, CANARY, sizeof out);
            move_text(m, out, size);
            check_buffer(out, size, word);
        }
        for (size_t size = 0; size <= 4; size++) {
            memset(out, CANARY, sizeof out);
            square_text(square_at(9, 9), out, size);
            check_buffer(out, size, "j10");
        }
    }
}

Test(notation, the_longest_texts_fit) {
    static const Square SQUARES_OF_RANK_TEN[] = {99, 100, 101, 102};
    char out[MOVE_TEXT_SIZE], text[POSITION_TEXT_SIZE];
    Naive n = naive_start(naive_rules_named("veletas"));
    for (int square = 0; square < NAIVE_SQUARES; square++)
        n.at[square / NAIVE_SIDE][square % NAIVE_SIDE] = square % 14 ? 'b' : 'B';
    n.at[0][0] = 'B';
    n.number = 9999;
    cr_assert_eq(naive_count(&n, "B"), 8);
    n.at[9][8] = 'w';
    Position p = position_of(&n);
    cr_assert_eq(position_text(&p, text, sizeof text), 10 * 10 + 9 + 9);
    cr_assert(same_text(&p, &n));
    cr_assert_eq(move_text(move_setup(SQUARES_OF_RANK_TEN, 4, square_at(9, 9)), out, sizeof out), 19);
    cr_assert_str_eq(out, "a10,b10,c10,d10/j10");
}

/* ---- broken text ---- */

static void mutate(char *text, size_t room, const char *alphabet, Random *r) {
    for (int changes = 1 + random_below(r, 3); changes; changes--) {
        size_t length = strlen(text), at = (size_t)random_below(r, (int)length + 1);
        char c = alphabet[random_below(r, (int)strlen(alphabet))];
        switch (random_below(r, 3)) {
        case 0:
            if (length + 2 > room) break;
            memmove(text + at + 1, text + at, length - at + 1);
            text[at] = c;
            break;
        case 1:
            if (at < length) memmove(text + at, text + at + 1, length - at);
            break;
        default:
            if (at < length) text[at] = c;
        }
    }
}

Test(notation, mutated_positions_are_taken_when_naive_takes_them) {
    Random r = random_seeded(76);
    int taken = 0, refused = 0;
    for (int i = support_scaled(40000); i; i--) {
        static Naive n, read;
        if (i % 50 == 0) n = random_any(naive_rules(i / 50 % NAIVE_RULE_SETS), &r);
        if (!n.rules) continue;
        char text[ROOM];
        naive_write(&n, text);
        mutate(text, sizeof text, "bwsBW/0123456789 -?x\tzS", &r);
        Position p;
        NotationError e = position_parse(variant_find(n.rules->name), text, &p);
        bool expected = naive_read(&read, n.rules, text);
        REQUIRE((e == NOTATION_OK) == expected, "%s: %s: %s", n.rules->name, text, notation_error_text(e));
        REQUIRE(!expected || same_text(&p, &read), "%s: %s is another position", n.rules->name, text);
        taken += expected;
        refused += !expected;
    }
    cr_assert_gt(taken, support_scaled(500), "%d", taken);
    cr_assert_gt(refused, 10000, "%d", refused);
}

/* Tries many mutations of a position's moves. */
static void try_mutated_moves(const Naive *n, Random *r, int tally[2]) {
    Position p = position_of(n);
    bool setup = naive_in_setup(n);
    NaiveMove good;
    if (!random_move(n, r, good)) return;
    NaiveList list = setup ? (NaiveList){0} : naive_moves(n);
    for (int i = 0; i < 300; i++) {
        char text[ROOM];
        strcpy(text, good);
        mutate(text, sizeof text, "abcdefghij1234567890-/,swapAk ", r);
        Move m;
        NotationError e = move_parse(&p, text, &m);
        bool expected = setup ? naive_setup_legal(n, text) : naive_list_has(&list, text);
        REQUIRE((e == NOTATION_OK) == expected, "%s: %s: %s", n->rules->name, text, notation_error_text(e));
        REQUIRE(!expected || m == move_of(n, text), "%s: %s is another move", n->rules->name, text);
        tally[expected]++;
    }
    naive_list_free(&list);
}

Test(notation, mutated_moves_are_taken_when_naive_takes_them) {
    Random r = random_seeded(77);
    int tally[2] = {0, 0};
    for (int i = support_scaled(300); i; i--) {
        Naive n = random_any(naive_rules(i % NAIVE_RULE_SETS), &r);
        try_mutated_moves(&n, &r, tally);
    }
    cr_assert_gt(tally[0], 10000, "%d", tally[0]);
    cr_assert_gt(tally[1], 1000, "%d", tally[1]);
}

Test(notation, endless_text_is_refused) {
    static const char PIECES[] = "b/1,a-x ";
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH + 1);
    Naive start = naive_start(naive_rules(0));
    Position p = position_of(&start), out;
    for (size_t i = 0; i < strlen(PIECES); i++) {
        Move m;
        memset(text, PIECES[i], LENGTH);
        text[LENGTH] = '\0';
        cr_assert_neq(position_parse(p.variant, text, &out), NOTATION_OK);
        cr_assert_neq(move_parse(&p, text, &m), NOTATION_OK);
    }
    for (size_t i = 0; i < LENGTH; i++) text[i] = "c3,"[i % 3];
    Move m;
    cr_assert_neq(move_parse(&p, text, &m), NOTATION_OK);
    free(text);
}
