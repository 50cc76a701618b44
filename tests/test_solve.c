/* Threats and the solver against all that can be played. */
#include "search/solve.h"

#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "search/threat.h"
#include "tests/support.h"

TestSuite(solve, .init = support_init, .timeout = 300);

/* Room for lines. */
enum { LONGEST_LINE = 128 };

/* All rule sets in turn. */
static const NaiveRules *rule_set(int i) { return naive_rules(i % NAIVE_RULE_SETS); }

static Colour mover(const Board *b) { return (Colour)b->position.side; }

/* Gives the turn to the other side. */
static Board passed(const Board *b) {
    Position p = b->position;
    Board other;
    p.side ^= 1;
    p.key = position_compute_key(&p);
    board_set(&other, &p);
    return other;
}

static bool find_threat(const Board *b, Colour c, Threat *out) {
    Certain certain;
    certain_find(b, &certain);
    return certain_winner(&certain, b->position.variant) == NO_COLOUR && threat_find(b, &certain, c, out);
}

static bool find_zone(const Board *b, Colour c, const Threat *t, Zone *out) {
    Certain certain;
    certain_find(b, &certain);
    return threat_zone(b, &certain, c, t, out);
}

/* The colour that has won or is certain to. */
static Colour decided(const Board *b) {
    Certain certain;
    Colour winner = position_winner(&b->position);
    if (winner != NO_COLOUR) return winner;
    certain_find(b, &certain);
    return certain_winner(&certain, b->position.variant);
}

static Board played(const Board *b, Move m) {
    Board after = *b;
    Undo undo;
    board_play(&after, m, &undo);
    return after;
}

/* The first: the game is over. The second: or decided. */
static bool ends_at_once(const Board *b, Move m) {
    Board after = played(b, m);
    return position_winner(&after.position) == mover(b);
}

static bool wins_at_once(const Board *b, Move m) {
    Board after = played(b, m);
    return decided(&after) == mover(b);
}

static bool has_win(const Board *b) {
    static Move moves[MAX_TURNS];
    size_t count = turns_list(&b->position, moves);
    for (size_t i = 0; i < count; i++)
        if (ends_at_once(b, moves[i])) return true;
    return false;
}

/* ---- threats ---- */

enum { FEW_TURNS = 24, MANY_TURNS = 300 };

Test(solve, a_win_in_one_is_found_and_is_one) {
    Random r = random_seeded(401);
    int found = 0, none = 0, missed = 0;
    for (int i = support_scaled(3000); i; i--) {
        Naive n = random_late(rule_set(i), i % 2 ? FEW_TURNS : MANY_TURNS, &r);
        Board b = board_of(&n);
        Threat t;
        if (decided(&b) != NO_COLOUR) continue;
        if (find_threat(&b, mover(&b), &t)) {
            REQUIRE(turn_is_legal(&b.position, t.move), "%s: an illegal win", n.rules->name);
            REQUIRE(wins_at_once(&b, t.move), "%s: no win", n.rules->name);
            found++;
        } else if (has_win(&b)) {
            missed += b.position.claims[mover(&b)] + 1 == variant_majority(b.position.variant);
        } else {
            none++;
        }
    }
    cr_log_info("%d found, %d not there, %d missed", found, none, missed);
    cr_assert_gt(found, support_scaled(200), "%d", found);
    cr_assert_gt(none, 500, "%d", none);
    cr_assert_eq(missed, 0, "%d of %d missed", missed, found + missed);
}

/* After every turn outside its zone a threat is carried out. */
static void check_zone(const Board *b, const Threat *t, const Zone *z, int *outside) {
    TurnIterator it = turns_begin(&b->position);
    for (TurnSlice slice; turns_next(&it, &slice);) {
        Bitboard shots = slice.shots & ~zone_shots(z, &slice);
        while (shots) {
            Board after = *b;
            Undo undo;
            board_play(&after, move_turn(slice.from, slice.to, bb_pop(&shots)), &undo);
            Colour winner = decided(&after);
            Threat own;
            ++*outside;
            REQUIRE(winner != mover(b) || find_threat(b, mover(b), &own), "%s: a win outside the zone",
                    b->position.variant->name);
            if (winner != NO_COLOUR) continue;
            char text[POSITION_TEXT_SIZE], move[MOVE_TEXT_SIZE], threat[MOVE_TEXT_SIZE];
            position_text(&b->position, text, sizeof text);
            move_text(undo.move, move, sizeof move);
            move_text(t->move, threat, sizeof threat);
            REQUIRE(turn_is_legal(&after.position, t->move), "%s: %s: %s makes %s illegal", b->position.variant->name, text,
                    move, threat);
            REQUIRE(wins_at_once(&after, t->move), "%s: %s: %s prevents %s", b->position.variant->name, text, move, threat);
        }
    }
}

Test(solve, a_threat_survives_all_turns_outside_its_zone) {
    Random r = random_seeded(402);
    int threats = 0, outside = 0;
    for (int i = support_scaled(4000); i; i--) {
        Naive n = random_late(rule_set(i), i % 4 ? MANY_TURNS : 4 * MANY_TURNS, &r);
        Board b = board_of(&n), other = passed(&b);
        Threat t;
        Zone z;
        if (!find_threat(&other, mover(&other), &t) || !find_zone(&b, mover(&other), &t, &z)) continue;
        check_zone(&b, &t, &z, &outside);
        threats++;
    }
    cr_log_info("%d threats, %d turns outside their zones", threats, outside);
    cr_assert_gt(threats, support_scaled(200), "%d", threats);
    cr_assert_gt(outside, 5 * threats, "%d", outside);
}

/* ---- the solver ---- */

typedef struct {
    int left, visits;
} Budget;

static bool spend(void *context) {
    Budget *b = context;
    b->visits++;
    return b->left-- <= 0;
}

static bool solve(Solver *s, const Board *b, int budget) {
    Budget limit = {budget, 0};
    solver_set(s, &b->position);
    return solver_run(s, spend, &limit);
}

/* Whether the side to move wins within so many plies: every turn is tried, a win at once first. */
static bool wins_within(Board *b, int plies) {
    Colour winner = position_winner(&b->position);
    if (winner != NO_COLOUR) return winner == mover(b);
    if (!plies) return false;
    static Move lists[16][FEW_TURNS * 8];
    Move *moves = lists[plies];
    REQUIRE(turns_count(&b->position) <= FEW_TURNS * 8, "too many turns");
    size_t count = turns_list(&b->position, moves);
    for (size_t i = 0; i < count; i++) {
        Undo undo;
        board_play(b, moves[i], &undo);
        winner = position_winner(&b->position);
        bool won = winner == (Colour)undo.before.side;
        if (!won && winner == NO_COLOUR && plies > 1) {
            /* Every answer is refuted. */
            Move *answers = lists[plies - 1];
            won = true;
            size_t answer_count = turns_list(&b->position, answers);
            for (size_t k = 0; won && k < answer_count; k++) {
                Undo answer;
                board_play(b, answers[k], &answer);
                won = wins_within(b, plies - 2);
                board_undo(b, &answer);
            }
        }
        board_undo(b, &undo);
        if (won) return true;
    }
    return false;
}

static bool loses_within(Board *b, int plies) {
    static Move moves[MAX_TURNS];
    size_t count = turns_list(&b->position, moves);
    bool lost = true;
    for (size_t i = 0; lost && i < count; i++) {
        Undo undo;
        board_play(b, moves[i], &undo);
        lost = wins_within(b, plies - 1);
        board_undo(b, &undo);
    }
    return lost;
}

static void check_line(const Board *b, Score score, const Move *line, int length) {
    Board end = *b;
    Undo undo;
    int plies = score_plies(score);
    REQUIRE(length <= plies, "%s: a line of %d plies where %d are enough", b->position.variant->name, length, plies);
    for (int i = 0; i < length; i++) {
        REQUIRE(turn_is_legal(&end.position, line[i]), "%s: an illegal move in the line", b->position.variant->name);
        board_play(&end, line[i], &undo);
    }
    Colour winner = position_winner(&end.position);
    REQUIRE(winner != NO_COLOUR, "%s: the line of %d plies does not end the game", b->position.variant->name, length);
    REQUIRE((winner == mover(b)) == score_is_win(score), "%s: the line ends otherwise", b->position.variant->name);
}

/* Small enough to be tried out. */
enum { TRIED_PLIES = 6 };

Test(solve, solutions_are_true) {
    Random r = random_seeded(403);
    Solver *s = solver_create();
    int wins = 0, losses = 0, tried = 0, unsolved = 0, longest = 0;
    for (int i = support_scaled(800); i; i--) {
        Naive n = random_late(rule_set(i), 4 + (uint64_t)random_below(&r, FEW_TURNS), &r);
        Board b = board_of(&n);
        Move line[LONGEST_LINE];
        int length;
        if (i % 3 == 0) solver_clear(s);
        if (!solve(s, &b, 5000)) {
            unsolved++;
            continue;
        }
        Score score = solver_result(s, line, &length);
        int plies = score_plies(score);
        check_line(&b, score, line, length);
        if (plies > longest) longest = plies;
        if (score_is_win(score)) wins++;
        else losses++;
        if (plies > TRIED_PLIES) continue;
        bool is_true = score_is_win(score) ? wins_within(&b, plies) : loses_within(&b, plies);
        char text[POSITION_TEXT_SIZE];
        position_text(&b.position, text, sizeof text);
        REQUIRE(is_true, "%s: %s: no %s in %d", n.rules->name, text, score_is_win(score) ? "win" : "loss", plies);
        tried++;
    }
    solver_destroy(s);
    cr_log_info("%d wins, %d losses, %d tried, %d unsolved, %d plies at most", wins, losses, tried, unsolved, longest);
    cr_assert_gt(wins, 200, "%d", wins);
    cr_assert_gt(losses, support_scaled(150), "%d", losses);
    cr_assert_gt(tried, support_scaled(350), "%d", tried);
}

/* A run that was ended goes on, again and again, to the same result as one that was not. */
Test(solve, a_solution_can_be_found_in_parts) {
    Random r = random_seeded(404);
    Solver *s = solver_create();
    int parts = 0;
    for (int i = support_scaled(100); i; i--) {
        Naive n = random_late(rule_set(i), 60, &r);
        Board b = board_of(&n);
        Move first[LONGEST_LINE], second[LONGEST_LINE];
        int length, again_length;
        Budget whole = {4000, 0};
        solver_clear(s);
        solver_set(s, &b.position);
        if (!solver_run(s, spend, &whole)) continue;
        Score score = solver_result(s, first, &length);
        for (int k = 0; k < 2; k++) {
            solver_clear(s);
            solver_set(s, &b.position);
            for (int part = 300;; part++) {
                Budget budget = {part, 0};
                parts++;
                if (solver_run(s, spend, &budget)) break;
                REQUIRE(parts < 1000000, "%s: no end", n.rules->name);
            }
            Score again = solver_result(s, second, &again_length);
            check_line(&b, again, second, again_length);
            REQUIRE(score_is_win(again) == score_is_win(score), "%s: in parts it ends otherwise", n.rules->name);
        }
        solver_clear(s);
        Budget repeated = {4000, 0};
        solver_set(s, &b.position);
        REQUIRE(solver_run(s, spend, &repeated) && repeated.visits == whole.visits, "%s: other visits the second time",
                n.rules->name);
        REQUIRE(solver_result(s, second, &again_length) == score && again_length == length &&
                    !memcmp(first, second, (size_t)length * sizeof *first),
                "%s: another line the second time", n.rules->name);
    }
    solver_destroy(s);
    cr_assert_gt(parts, 80, "%d", parts);
}
