/* The data files made by another implementation, each line through the protocol of the built engine. */
#include <string.h>

#include "engine/notation.h"
#include "tests/session.h"
#include "tests/support.h"

TestSuite(vectors_protocol, .init = support_init, .timeout = 300);

static void set_variant(Talk *t, const char *name) {
    static char current[32];
    if (strcmp(current, name) == 0) return;
    snprintf(current, sizeof current, "%s", name);
    talk_silent(t, "setoption name UCI_Variant value %s", name);
}

/* What stands behind the position command: `startpos` or `fen POSITION`. */
static const char *fen_of(const char *position) { return strcmp(position, "startpos") == 0 ? "" : "fen "; }

static void shown_fen(Talk *t, char out[POSITION_TEXT_SIZE]) {
    talk_send(t, "d");
    snprintf(out, POSITION_TEXT_SIZE, "%s", talk_expect(t, "^Fen: ") + 5);
    talk_expect(t, "^Moves: ");
}

static void expect_fen(Talk *t, const char *expected) {
    char text[POSITION_TEXT_SIZE];
    shown_fen(t, text);
    REQUIRE(strcmp(text, expected) == 0, "%s instead of %s", text, expected);
}

Test(vectors_protocol, perft_counts_are_right) {
    Talk t = talk_open("uci");
    DataFile d = data_open("perft.epd");
    int lines = 0;
    for (; data_next(&d); lines++) {
        set_variant(&t, d.field[0]);
        talk_silent(&t, "position %s%s", fen_of(d.field[1]), d.field[1]);
        for (int i = 2; i < d.fields; i++) {
            int depth;
            char count[32];
            REQUIRE(sscanf(d.field[i], "D%d %31[0-9]", &depth, count) == 2, "%s", d.field[i]);
            if (depth == 1) {
                talk_send(&t, "d");
                talk_expect(&t, "^Moves: %s$", count);
            }
            talk_send(&t, "go perft %d", depth);
            const char *total = talk_expect(&t, "^Nodes searched: ");
            REQUIRE(strcmp(total + 16, count) == 0, "%s: %s: %s, %s", d.field[0], d.field[1], d.field[i], total);
        }
    }
    cr_assert_gt(lines, 100);
    talk_quit(&t);
}

Test(vectors_protocol, turns_lead_to_the_given_positions) {
    Talk t = talk_open("ugi");
    DataFile d = data_open("turns.epd");
    int lines = 0;
    for (; data_next(&d); lines++) {
        set_variant(&t, d.field[0]);
        talk_send(&t, "position %s%s moves %s", fen_of(d.field[1]), d.field[1], d.field[2]);
        expect_fen(&t, d.field[3]);
    }
    cr_assert_gt(lines, 1000);
    talk_quit(&t);
}

Test(vectors_protocol, illegal_moves_are_refused_and_the_position_stays) {
    Talk t = talk_open("uci");
    DataFile d = data_open("illegal.epd");
    char before[POSITION_TEXT_SIZE];
    int lines = 0;
    for (; data_next(&d); lines++) {
        set_variant(&t, d.field[0]);
        talk_silent(&t, "position startpos");
        shown_fen(&t, before);
        talk_refused(&t, "position %s%s moves %s", fen_of(d.field[1]), d.field[1], d.field[2]);
        expect_fen(&t, before);
    }
    cr_assert_gt(lines, 200);
    talk_quit(&t);
}

Test(vectors_protocol, positions_are_taken_or_refused) {
    Talk t = talk_open("ugi");
    DataFile d = data_open("positions.epd");
    int taken = 0, refused = 0;
    while (data_next(&d)) {
        set_variant(&t, d.field[0]);
        if (strcmp(d.field[1], "ok") == 0) {
            talk_silent(&t, "position fen %s", d.field[2]);
            expect_fen(&t, d.field[2]);
            taken++;
        } else {
            talk_refused(&t, "position fen %s", d.field[2]);
            refused++;
        }
    }
    cr_assert(taken > 20 && refused > 50, "%d taken, %d refused", taken, refused);
    talk_quit(&t);
}
