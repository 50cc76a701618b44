/* The evaluation: its symmetries, its bounds, its trace; and the scale of scores. */
#include "eval/eval.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(eval, .init = init);
TestSuite(score, .init = init);

/* ---- symmetries ---- */

/* One of the eight symmetries of the board: bit 0 exchanges file and rank, bits 1 and 2 mirror them. */
static Naive turned(const Naive *n, int symmetry) {
    Naive out = *n;
    int last = n->rules->size - 1;
    for (int file = 0; file <= last; file++)
        for (int rank = 0; rank <= last; rank++) {
            int f = symmetry & 1 ? rank : file, r = symmetry & 1 ? file : rank;
            out.at[symmetry & 2 ? last - f : f][symmetry & 4 ? last - r : r] = n->at[file][rank];
        }
    return out;
}

static Score score_of(const Naive *n) {
    Board b = board_of(n);
    return eval_score(&b);
}

Test(eval, score_is_the_same_under_all_symmetries_of_board_and_colours) {
    Random r = random_seeded(91);
    int not_zero = 0;
    for (int i = support_scaled(1200); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &r);
        Score score = score_of(&n);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            Naive other = turned(&n, symmetry), exchanged = colours_exchanged(&other);
            REQUIRE(score_of(&other) == score, "%s: symmetry %d: %d, not %d", n.rules->name, symmetry, score_of(&other),
                    score);
            REQUIRE(score_of(&exchanged) == score, "%s: colours exchanged: %d, not %d", n.rules->name, score_of(&exchanged),
                    score);
        }
        not_zero += score != 0;
    }
    cr_assert_gt(not_zero, support_scaled(1000), "%d", not_zero);
}

Test(eval, score_stays_within_its_bounds) {
    Random r = random_seeded(92);
    Score lowest = 0, highest = 0;
    for (int i = support_scaled(10000); i; i--) {
        Naive n = random_in_play(naive_rules(i % NAIVE_RULE_SETS), &r);
        Score score = score_of(&n);
        REQUIRE(score >= -SCORE_CP_MAX && score <= SCORE_CP_MAX, "%s: %d", n.rules->name, score);
        if (score < lowest) lowest = score;
        if (score > highest) highest = score;
    }
    cr_assert_lt(lowest, -300, "%d", lowest);
    cr_assert_gt(highest, 300, "%d", highest);
}

Test(eval, score_does_not_depend_on_the_way_to_the_position) {
    Random r = random_seeded(93);
    int compared = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int game = support_scaled(2); game; game--) {
            Naive n = naive_start(naive_rules(i));
            Board b = board_of(&n);
            NaiveMove move;
            Undo undo;
            while (random_move(&n, &r, move)) {
                board_play(&b, move_of(&n, move), &undo);
                naive_play(&n, move);
                if (naive_in_setup(&n) || naive_winner(&n) != '-') continue;
                Board kept = b;
                REQUIRE(eval_score(&b) == score_of(&n), "%s: played %d, read %d", n.rules->name, eval_score(&b),
                        score_of(&n));
                REQUIRE(boards_equal(&b, &kept), "%s: the board was changed", n.rules->name);
                compared++;
            }
        }
    cr_assert_gt(compared, 500, "%d", compared);
}

Test(eval, score_does_not_depend_on_number_and_swap_mark) {
    Random r = random_seeded(94);
    for (int i = 0; i < 200; i++) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &r), other = n;
        other.number = 1 + random_below(&r, 9999);
        if (n.rules->swap) other.swap = n.swap == 'x' ? '-' : 'x';
        REQUIRE(score_of(&n) == score_of(&other), "%s", n.rules->name);
    }
}

/* The last free square beside a shooter that decides the game; whoever has the large group there is ahead, whoever moves. */
Test(eval, score_knows_who_is_about_to_win) {
    static const char *const BLACK_AHEAD = "bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20";
    Naive n = naive_of("veletas-7", BLACK_AHEAD);
    Score ahead = score_of(&n);
    n.side = 'w';
    cr_assert_gt(ahead, 100, "%d", ahead);
    cr_assert_lt(score_of(&n), -100, "%d", score_of(&n));
}

/* ---- the trace ---- */

/* The largest group beside the square or beside an empty square beside it. */
static int naive_within(const Naive *n, int file, int rank, char colour) {
    static const int BESIDE[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int within = naive_beside(n, file, rank, colour);
    for (int i = 0; i < 4; i++) {
        int f = file + BESIDE[i][0], r = rank + BESIDE[i][1];
        if (f < 0 || r < 0 || f >= n->rules->size || r >= n->rules->size || n->at[f][r] != '.') continue;
        int beyond = naive_beside(n, f, r, colour);
        if (beyond > within) within = beyond;
    }
    return within;
}

/* What a shooter there sees: empty squares, and those beside a larger group of one colour than of the other. */
static int naive_view(const Naive *n, int file, int rank, int prospects[2]) {
    int seen[NAIVE_SQUARES], count = naive_seen(n, file, rank, seen);
    prospects[BLACK] = prospects[WHITE] = 0;
    for (int i = 0; i < count; i++) {
        int black = naive_beside(n, seen[i] / NAIVE_SIDE, seen[i] % NAIVE_SIDE, 'b');
        int white = naive_beside(n, seen[i] / NAIVE_SIDE, seen[i] % NAIVE_SIDE, 'w');
        prospects[BLACK] += black > white;
        prospects[WHITE] += white > black;
    }
    return count;
}

static void check_shooter(const Naive *n, const EvalShooter *s) {
    int file = square_file(s->square), rank = square_rank(s->square);
    char piece = n->at[file][rank];
    if (s->claimed) {
        REQUIRE((piece == 'B' && s->black == SCORE_ONE) || (piece == 'W' && s->black == 0), "%s: claimed", n->rules->name);
        return;
    }
    int prospects[2], seen = naive_view(n, file, rank, prospects);
    REQUIRE(piece == 's' && s->black >= 0 && s->black <= SCORE_ONE, "%s: %c: %d", n->rules->name, piece, s->black);
    for (int c = BLACK; c <= WHITE; c++) {
        REQUIRE(s->largest[c] == naive_beside(n, file, rank, "bw"[c]), "%s: largest group %d", n->rules->name,
                s->largest[c]);
        REQUIRE(s->prospects[c] == prospects[c], "%s: %d prospects, not %d", n->rules->name, s->prospects[c], prospects[c]);
        REQUIRE(s->within[c] == naive_within(n, file, rank, "bw"[c]), "%s: within %d", n->rules->name, s->within[c]);
    }
    REQUIRE(s->seen == seen, "%s: %d seen, not %d", n->rules->name, s->seen, seen);
}

static void check_trace(const Naive *n, const EvalTrace *t) {
    Bitboard squares = 0;
    REQUIRE(t->count == naive_count(n, "sBW"), "%s: %d shooters", n->rules->name, t->count);
    REQUIRE(t->black_wins >= 0 && t->black_wins <= SCORE_ONE, "%s: %d", n->rules->name, t->black_wins);
    for (int i = 0; i < t->count; i++) {
        check_shooter(n, &t->shooters[i]);
        squares |= bb_of(t->shooters[i].square);
    }
    REQUIRE(bb_count(squares) == t->count, "%s: a shooter twice", n->rules->name);
}

Test(eval, trace_is_the_score_taken_apart) {
    Random r = random_seeded(95);
    for (int i = support_scaled(2000); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &r);
        Board b = board_of(&n), kept = b;
        EvalTrace t;
        eval_trace(&b, &t);
        REQUIRE(t.score == eval_score(&b), "%s: traced %d, scored %d", n.rules->name, t.score, eval_score(&b));
        REQUIRE(boards_equal(&b, &kept), "%s: the board was changed", n.rules->name);
        check_trace(&n, &t);
        int black_view = n.side == 'b' ? t.score : -t.score;
        REQUIRE(abs(score_to_probability(black_view) - t.black_wins) <= 100, "%s: score %d, black wins %d", n.rules->name,
                t.score, t.black_wins);
    }
}

Test(eval, trace_outside_play_has_no_score_or_the_result) {
    Random r = random_seeded(96);
    int decided = 0;
    for (int i = support_scaled(1000); i; i--) {
        const NaiveRules *rules = naive_rules(i % NAIVE_RULE_SETS);
        Naive n = random_chance(&r, 30) ? random_in_setup(rules, &r) : random_built(rules, &r);
        char winner = naive_winner(&n);
        if (!naive_in_setup(&n) && winner == '-') continue;
        Board b = board_of(&n);
        EvalTrace t;
        eval_trace(&b, &t);
        check_trace(&n, &t);
        Score expected = winner == '-' ? 0 : winner == n.side ? score_win_in(0) : score_loss_in(0);
        REQUIRE(t.score == expected, "%s: %d", n.rules->name, t.score);
        REQUIRE(t.black_wins == (winner == '-' ? SCORE_ONE / 2 : winner == 'b' ? SCORE_ONE : 0), "%s", n.rules->name);
        decided += winner != '-';
    }
    cr_assert_gt(decided, support_scaled(100), "%d", decided);
}

/* ---- scores ---- */

static double exact_probability(Score s) { return 1 / (1 + pow(10, -s / 400.0)); }

Test(score, probability_is_that_of_the_formula) {
    for (Score s = -SCORE_CP_MAX; s <= SCORE_CP_MAX; s++) {
        double error = score_to_probability(s) - SCORE_ONE * exact_probability(s);
        REQUIRE(fabs(error) < 1, "%d: off by %f", s, error);
    }
    cr_assert_eq(score_to_probability(0), SCORE_ONE / 2);
}

Test(score, probability_is_monotonic_and_symmetric) {
    for (Score s = -SCORE_INFINITE; s <= SCORE_INFINITE; s++) {
        int p = score_to_probability(s);
        REQUIRE(p >= 0 && p <= SCORE_ONE, "%d: %d", s, p);
        REQUIRE(s == -SCORE_INFINITE || p >= score_to_probability(s - 1), "%d: %d", s, p);
        REQUIRE(p + score_to_probability(-s) == SCORE_ONE, "%d and %d do not add up", s, -s);
        REQUIRE(!score_is_win(s) || p == SCORE_ONE, "%d: %d", s, p);
        REQUIRE(!score_is_loss(s) || p == 0, "%d: %d", s, p);
    }
}

Test(score, odds_are_on_the_same_scale) {
    Random r = random_seeded(97);
    for (int i = 0; i < 20000; i++) {
        uint64_t win = 1 + (random_next(&r) >> (4 + random_below(&r, 40))),
                 loss = 1 + (random_next(&r) >> (4 + random_below(&r, 40)));
        Score s = score_of_odds(win, loss);
        double exact = 400 * log10((double)win / (double)loss);
        double bounded = exact > SCORE_CP_MAX ? SCORE_CP_MAX : exact < -SCORE_CP_MAX ? -SCORE_CP_MAX : exact;
        REQUIRE(fabs(s - bounded) < 1.5, "%d, not %f", s, exact);
        REQUIRE(s == -score_of_odds(loss, win), "%d against %d", s, score_of_odds(loss, win));
    }
    cr_assert_eq(score_of_odds(5, 5), 0);
    cr_assert_eq(score_of_odds(1, 0), -score_of_odds(0, 1));
    cr_assert_geq(score_of_odds(UINT64_MAX, 0), SCORE_CP_MAX);
}

Test(score, proved_scores_tell_how_far_the_end_is) {
    for (int plies = 0; plies < 200; plies++) {
        Score win = score_win_in(plies), loss = score_loss_in(plies);
        REQUIRE(score_is_win(win) && !score_is_loss(win) && score_is_proved(win), "win in %d", plies);
        REQUIRE(score_is_loss(loss) && !score_is_win(loss) && score_is_proved(loss), "loss in %d", plies);
        REQUIRE(score_plies(win) == plies && score_plies(loss) == plies && win == -loss, "%d plies", plies);
    }
    cr_assert_not(score_is_proved(SCORE_CP_MAX) || score_is_proved(-SCORE_CP_MAX) || score_is_proved(0));
}
