/* Certain claimants against games that are played on at random. */
#include "search/certain.h"

#include "engine/movegen.h"
#include "engine/notation.h"
#include "tests/support.h"

TestSuite(certain, .init = support_init, .timeout = 300);

enum { GAMES = 8, LONGEST = 128 };

static Board board_in(const char *variant, const char *text) {
    Position p;
    Board b;
    cr_assert_eq(position_parse(variant_find(variant), text, &p), NOTATION_OK, "%s", text);
    board_set(&b, &p);
    return b;
}

static Certain certain_of(const Board *b) {
    Certain c;
    certain_find(b, &c);
    return c;
}

/* A late position: a random game to where so many turns are left. */
static Naive random_start(int i, Random *r) {
    return random_late(naive_rules(i % NAIVE_RULE_SETS), 10 + (uint64_t)random_below(r, 150), r);
}

/* Plays to the end with an eye on every shooter that is certain. Returns how many were. */
static int play_on(Board b, Random *r) {
    static Move moves[MAX_TURNS];
    int seen = 0;
    Colour promised = NO_COLOUR;
    while (position_winner(&b.position) == NO_COLOUR) {
        Undo undo;
        const Certain before = certain_of(&b);
        int count = (int)turns_list(&b.position, moves);
        if (!count) break;
        if (promised != NO_COLOUR)
            REQUIRE(certain_winner(&before, b.position.variant) == promised, "%s: no longer decided",
                    b.position.variant->name);
        promised = certain_winner(&before, b.position.variant);
        board_play(&b, moves[random_below(r, count)], &undo);
        const Certain after = position_winner(&b.position) == NO_COLOUR ? certain_of(&b) : before;
        for (int c = BLACK; c <= WHITE; c++) {
            int was = before.have[c], got = b.position.claims[c] - undo.before.claims[c];
            Bitboard standing = before.shooters[c] & b.position.shooters;
            Bitboard wrong = before.shooters[c] & b.position.claimed[colour_other((Colour)c)];
            char text[POSITION_TEXT_SIZE];
            position_text(&undo.before, text, sizeof text);
            REQUIRE(!wrong, "%s: %s: one that was certain for %d is claimed by the other side", b.position.variant->name,
                    text, c);
            REQUIRE(got >= 0 && after.have[c] >= was, "%s: %s: %d had %d for certain, now %d", b.position.variant->name,
                    text, c, was, after.have[c]);
            seen += bb_count(standing);
        }
    }
    Colour winner = position_winner(&b.position);
    REQUIRE(promised == NO_COLOUR || winner == NO_COLOUR || winner == promised, "%s: decided otherwise",
            b.position.variant->name);
    return seen;
}

Test(certain, what_is_certain_comes_whatever_is_played) {
    Random r = random_seeded(411);
    int seen = 0;
    for (int i = support_scaled(1500); i; i--) {
        Naive n = random_start(i, &r);
        Board b = board_of(&n);
        for (int k = 0; k < GAMES; k++) seen += play_on(b, &r);
    }
    cr_log_info("%d certain shooters seen", seen);
    cr_assert_gt(seen, 5000, "%d", seen);
}

/* A shooter that is trapped next to the same groups wherever it goes. */
Test(certain, a_shooter_in_a_pocket_of_one_colour_is_certain) {
    Board b = board_in("veletas-7", "sb4w/1b4w/bb4w/7/7/3s3/s6 w - 9");
    const Certain c = certain_of(&b);
    cr_assert_eq(c.have[BLACK], 1);
    cr_assert_eq(c.have[WHITE], 0);
    cr_assert(c.shooters[BLACK] == b.position.shooters - (b.position.shooters & (b.position.shooters - 1)) ||
              bb_count(c.shooters[BLACK]) == 1);
}

/* The same, but the other colour can grow past the group. */
Test(certain, a_pocket_beside_open_ground_is_not) {
    Board b = board_in("veletas-7", "sb4w/1w4w/bb4w/7/7/3s3/s6 w - 9");
    const Certain c = certain_of(&b);
    cr_assert_eq(c.have[BLACK] + c.have[WHITE], 0);
}

Test(certain, a_finished_game_is_legal_and_won_by_the_one_it_was_decided_for) {
    Random r = random_seeded(412);
    int finished = 0;
    for (int i = support_scaled(4000); i; i--) {
        Naive n = random_start(i, &r);
        Board b = board_of(&n);
        static Move moves[MAX_TURNS];
        Undo undo;
        while (position_winner(&b.position) == NO_COLOUR) {
            const Certain c = certain_of(&b);
            Colour winner = certain_winner(&c, b.position.variant);
            int count = (int)turns_list(&b.position, moves);
            if (winner == NO_COLOUR && count) {
                board_play(&b, moves[random_below(&r, count)], &undo);
                continue;
            }
            if (winner == NO_COLOUR) break;
            Move line[LONGEST], again[LONGEST];
            int length = certain_finish(&b, line), plies = 0;
            REQUIRE(board_check(&b), "%s: the board is not as before", n.rules->name);
            REQUIRE(certain_finish(&b, again) == length, "%s: another line", n.rules->name);
            for (; position_winner(&b.position) == NO_COLOUR && plies < length; plies++) {
                REQUIRE(turn_is_legal(&b.position, line[plies]), "%s: an illegal turn", n.rules->name);
                REQUIRE(line[plies] == again[plies], "%s: another line", n.rules->name);
                board_play(&b, line[plies], &undo);
            }
            REQUIRE(plies == length && position_winner(&b.position) == winner, "%s: the line does not end the game",
                    n.rules->name);
            finished++;
            break;
        }
    }
    cr_log_info("%d games finished", finished);
    cr_assert_gt(finished, 100, "%d", finished);
}
