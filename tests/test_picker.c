/* The order of the moves: complete, without doubles, never rising, and near to what the evaluation says of the positions after them. */
#include "search/picker.h"

#include <stdlib.h>

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(picker, .init = init, .timeout = 300);

static Slice slices[MAX_SLICES];
static uint64_t heap[MAX_SLICES];
static Move handed[MAX_TURNS + 1], listed[MAX_TURNS];

/* All that the picker hands out, at most MAX_TURNS + 1. */
static int hand_out(const Board *b, const Move *firsts, int first_count) {
    Picker p;
    int count = 0;
    picker_begin(&p, b, slices, heap, firsts, first_count);
    for (Move m; count <= MAX_TURNS && (m = picker_next(&p)) != MOVE_NONE;) handed[count++] = m;
    return count;
}

static int by_value(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

static void check_complete(const Board *b, const Move *firsts, int first_count) {
    int count = hand_out(b, firsts, first_count), expected = (int)turns_list(&b->position, listed);
    REQUIRE(count == expected, "%d moves handed out of %d", count, expected);
    for (int i = 0; i < first_count; i++) REQUIRE(handed[i] == firsts[i], "a first move not first");
    qsort(handed, (size_t)count, sizeof *handed, by_value);
    qsort(listed, (size_t)count, sizeof *listed, by_value);
    for (int i = 0; i < count; i++) REQUIRE(handed[i] == listed[i], "another set of moves");
}

Test(picker, hands_out_every_turn_once) {
    Random random = random_seeded(1);
    for (int i = support_scaled(300); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random);
        Board b = board_of(&n);
        check_complete(&b, NULL, 0);
        int turns = (int)turns_list(&b.position, listed), count = turns < MAX_FIRSTS ? turns : MAX_FIRSTS;
        Move firsts[MAX_FIRSTS];
        for (int k = 0; k < count; k++) firsts[k] = listed[k * turns / count];
        check_complete(&b, firsts, count);
    }
}

Test(picker, is_the_same_every_time) {
    Random random = random_seeded(2);
    static Move before[MAX_TURNS + 1];
    for (int i = support_scaled(50); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random);
        Board b = board_of(&n);
        int count = hand_out(&b, NULL, 0);
        for (int k = 0; k < count; k++) before[k] = handed[k];
        REQUIRE(hand_out(&b, NULL, 0) == count, "another number of moves");
        for (int k = 0; k < count; k++) REQUIRE(handed[k] == before[k], "another order");
    }
}

Test(picker, is_the_same_with_colours_exchanged) {
    Random random = random_seeded(5);
    static Move before[MAX_TURNS + 1];
    for (int i = support_scaled(200); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random), twin = colours_exchanged(&n);
        Board b = board_of(&n), other = board_of(&twin);
        int count = hand_out(&b, NULL, 0);
        for (int k = 0; k < count; k++) before[k] = handed[k];
        REQUIRE(hand_out(&other, NULL, 0) == count, "another number of moves");
        for (int k = 0; k < count; k++) REQUIRE(handed[k] == before[k], "%s: move %d is another", n.rules->name, k);
    }
}

Test(picker, estimates_of_firsts_are_unknown_and_the_others_never_rise) {
    Random random = random_seeded(3);
    for (int i = support_scaled(100); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random);
        Board b = board_of(&n);
        if (!turns_list(&b.position, listed)) continue;
        Move first = listed[0];
        Picker p;
        picker_begin(&p, &b, slices, heap, &first, 1);
        picker_next(&p);
        REQUIRE(picker_estimate(&p) == SCORE_INFINITE, "an estimate of a first move");
        for (Score last = SCORE_INFINITE; picker_next(&p) != MOVE_NONE; last = picker_estimate(&p))
            REQUIRE(picker_estimate(&p) <= last, "%d after %d", picker_estimate(&p), last);
    }
}

/* In played positions, over the first moves of the order: the mean error is far below the spread of the scores themselves. */
Test(picker, estimates_are_near_the_evaluation) {
    Random random = random_seeded(4);
    double error = 0, spread = 0;
    int count = 0;
    for (int i = support_scaled(60); i; i--) {
        Naive n = random_played(naive_rules(0), &random, 10 + random_below(&random, 25));
        Board b = board_of(&n);
        if (position_phase(&b.position) != PHASE_PLAY) continue;
        Picker p;
        picker_begin(&p, &b, slices, heap, NULL, 0);
        Move m;
        for (int k = 0; k < 20 && (m = picker_next(&p)) != MOVE_NONE; k++) {
            Undo undo;
            board_play(&b, m, &undo);
            if (position_phase(&b.position) == PHASE_PLAY) {
                int score = -eval_score(&b);
                error += abs(score - picker_estimate(&p));
                spread += abs(score);
                count++;
            }
            board_undo(&b, &undo);
        }
    }
    cr_assert(count >= support_scaled(500));
    cr_assert(2 * error < spread, "mean error %.1f cp of scores of %.1f", error / count, spread / count);
}
