/* The data files made by another implementation, each line through the engine and through the naive rules. */
#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "tests/support.h"

TestSuite(vectors, .init = support_init);

static Position parse_position(const char *rules, const char *text) {
    Position p;
    NotationError e = position_parse(variant_find(rules), text, &p);
    REQUIRE(e == NOTATION_OK, "%s: %s: %s", rules, text, notation_error_text(e));
    return p;
}

static Move parse_move(const Position *p, const char *text) {
    Move m;
    NotationError e = move_parse(p, text, &m);
    REQUIRE(e == NOTATION_OK, "%s: %s: %s", p->variant->name, text, notation_error_text(e));
    return m;
}

Test(vectors, turns_lead_to_the_given_positions) {
    DataFile d = data_open("turns.epd");
    int lines = 0;
    for (; data_next(&d); lines++) {
        REQUIRE(d.fields == 4, "%s", d.line);
        Position before = parse_position(d.field[0], d.field[1]);
        Naive n = naive_of(d.field[0], d.field[1]);
        char text[POSITION_TEXT_SIZE], naive[NAIVE_TEXT_SIZE];
        Board b;
        Undo undo;
        board_set(&b, &before);
        board_play(&b, parse_move(&before, d.field[2]), &undo);
        position_text(&b.position, text, sizeof text);
        REQUIRE(!strcmp(text, d.field[3]), "%s: %s: %s", d.field[0], d.field[2], text);
        naive_play(&n, d.field[2]);
        naive_write(&n, naive);
        REQUIRE(!strcmp(naive, d.field[3]), "%s: %s: naive: %s", d.field[0], d.field[2], naive);
        board_undo(&b, &undo);
        REQUIRE(positions_equal(&b.position, &before), "%s: %s: undone", d.field[0], d.field[2]);
    }
    cr_assert_eq(lines, 1200);
}

static bool naive_is_legal(const Naive *n, const char *move) {
    if (naive_in_setup(n)) return naive_setup_legal(n, move);
    NaiveList list = naive_moves(n);
    bool legal = naive_list_has(&list, move);
    naive_list_free(&list);
    return legal;
}

Test(vectors, illegal_moves_are_refused) {
    DataFile d = data_open("illegal.epd");
    int lines = 0;
    for (; data_next(&d); lines++) {
        Position p = parse_position(d.field[0], d.field[1]);
        Naive n = naive_of(d.field[0], d.field[1]);
        Move m;
        NotationError e = move_parse(&p, d.field[2], &m);
        REQUIRE(e >= NOTATION_SYNTAX && e < NOTATION_ERROR_COUNT, "%s;%s;%s: taken", d.field[0], d.field[1], d.field[2]);
        REQUIRE(!naive_is_legal(&n, d.field[2]), "%s;%s;%s: naive takes it", d.field[0], d.field[1], d.field[2]);
    }
    cr_assert_eq(lines, 290);
}

Test(vectors, positions_are_taken_or_refused) {
    DataFile d = data_open("positions.epd");
    int taken = 0, refused = 0;
    while (data_next(&d)) {
        bool expected = !strcmp(d.field[1], "ok");
        Position p;
        Naive n;
        NotationError e = position_parse(variant_find(d.field[0]), d.field[2], &p);
        REQUIRE((e == NOTATION_OK) == expected, "%s;%s: %s", d.field[0], d.field[2], notation_error_text(e));
        REQUIRE(e < NOTATION_SYNTAX, "%s;%s: %s", d.field[0], d.field[2], notation_error_text(e));
        REQUIRE(naive_read(&n, naive_rules_named(d.field[0]), d.field[2]) == expected, "%s;%s: naive", d.field[0],
                d.field[2]);
        taken += expected;
        refused += !expected;
    }
    cr_assert_gt(taken, 20, "%d", taken);
    cr_assert_eq(taken + refused, 120);
}

/* `W/L` of a line against the moves it lists and against the legal ones. */
static void check_solved_line(const DataFile *d, int moves_field) {
    Position p = parse_position(d->field[0], d->field[1]);
    char *slash, *rest = d->field[moves_field];
    long winning = strtol(d->field[2], &slash, 10), legal = strtol(slash + 1, NULL, 10);
    REQUIRE((long)turns_count(&p) == legal, "%s;%s: %ld legal moves", d->field[0], d->field[1], legal);
    for (char *move = strsep(&rest, " "); move; move = strsep(&rest, " "), winning--) parse_move(&p, move);
    REQUIRE(winning == 0, "%s;%s: %ld winning moves are not listed", d->field[0], d->field[1], winning);
}

Test(vectors, solved_positions_list_legal_moves) {
    DataFile d = data_open("tactics.epd");
    int lines = 0;
    for (; data_next(&d); lines++) check_solved_line(&d, 3);
    cr_assert_eq(lines, 48);
    d = data_open("late.epd");
    for (lines = 0; data_next(&d); lines++) check_solved_line(&d, 4);
    cr_assert_eq(lines, 12);
}
