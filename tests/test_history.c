/* What has cut before, and how it changes the order. */
#include "search/history.h"

#include <string.h>

#include "eval/eval.h"
#include "search/picker.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(history, .init = init, .timeout = 300);

static History history;

Test(history, grows_with_depth_and_stays_within_its_bounds) {
    const Move m = move_turn(1, 2, 3), other = move_turn(4, 5, 6);
    history_reward(&history, BLACK, m, 2);
    history_reward(&history, BLACK, other, 3);
    cr_assert(0 < history.shot[BLACK][3] && history.shot[BLACK][3] < history.shot[BLACK][6]);
    cr_assert_eq(history.relocation[BLACK][1][2], history.shot[BLACK][3]);
    cr_assert_eq(history.shot[WHITE][3], 0);
    Random random = random_seeded(1);
    for (int i = 0; i < 10000; i++) {
        int depth = 1 + random_below(&random, 90);
        if (random_below(&random, 8) < i / 1250) history_punish(&history, BLACK, m, depth);
        else history_reward(&history, BLACK, m, depth);
        cr_assert(-HISTORY_SHOT <= history.shot[BLACK][3] && history.shot[BLACK][3] <= HISTORY_SHOT);
        int relocation = history.relocation[BLACK][1][2];
        cr_assert(-HISTORY_RELOCATION <= relocation && relocation <= HISTORY_RELOCATION);
    }
    for (int i = 0; i < 100; i++) history_punish(&history, BLACK, m, 5);
    cr_assert_lt(history.shot[BLACK][3], -HISTORY_SHOT / 2);
}

/* Whatever a tuning build makes of the bounds, what is kept is within them and in an int16_t, and nothing is divided by zero. */
Test(history, bounds_fit_into_what_is_kept) {
    int found = 0;
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        if (strcmp(t->name, "HISTORY_SHOT") != 0 && strcmp(t->name, "HISTORY_RELOCATION") != 0) continue;
        cr_expect(0 < t->least && t->most <= INT16_MAX, "%s", t->name);
        found++;
    }
    cr_assert_eq(found, 2);
}

Test(history, a_turn_in_place_has_a_shot_alone) {
    history_reward(&history, WHITE, move_turn(NO_SQUARE, NO_SQUARE, 7), 4);
    cr_assert_gt(history.shot[WHITE][7], 0);
    history.shot[WHITE][7] = 0;
    static const History none;
    cr_assert_arr_eq(&history, &none, sizeof none);
}

static Slice slices[MAX_SLICES];
static uint64_t heap[MAX_SLICES];

/* The place of `m` in the order; the estimate it is handed out with. */
static int place_of(const Board *b, Move m, const History *h, Score *estimate) {
    Picker p;
    picker_begin(&p, b, slices, heap, NULL, 0);
    picker_use_history(&p, h);
    int place = 0;
    for (Move next; (next = picker_next(&p)) != m; place++) REQUIRE(next != MOVE_NONE, "not handed out");
    *estimate = picker_estimate(&p);
    return place;
}

Test(history, what_has_cut_comes_earlier_and_is_expected_to_be_worth_the_same) {
    Random random = random_seeded(2);
    static Move turns[MAX_TURNS];
    const int tries = support_scaled(60);
    int earlier = 0;
    for (int i = tries; i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &random);
        Board b = board_of(&n);
        Move m = turns[random_below(&random, (int)turns_list(&b.position, turns))];
        Score without, with;
        int before = place_of(&b, m, NULL, &without);
        memset(&history, 0, sizeof history);
        for (int k = 0; k < 50; k++) history_reward(&history, b.position.side, m, 5);
        int after = place_of(&b, m, &history, &with);
        /* Turns that share its shot or its relocation rise with it. */
        REQUIRE(after <= before, "from %d to %d", before, after);
        earlier += after < before;
        cr_expect_eq(with, without);
        for (int k = 0; k < 100; k++) history_punish(&history, b.position.side, m, 5);
        REQUIRE(place_of(&b, m, &history, &with) >= before, "punished, and earlier");
    }
    cr_assert_gt(earlier, tries * 3 / 4, "%d of %d", earlier, tries);
}
