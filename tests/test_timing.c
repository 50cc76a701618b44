/* What a turn may cost, and when it has had enough. */
#include "search/timing.h"

#include "eval/eval.h"
#include "search/limits.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(timing, .init = init, .timeout = 60);

static SearchLimits clock_of(int64_t clock, int64_t increment) {
    SearchLimits limits = search_limits_none();
    limits.clock = clock;
    limits.increment = increment;
    limits.move_overhead = 10;
    return limits;
}

static TimeBudget budget_of(const SearchLimits *asked, const Position *p) {
    SearchLimits limits = limits_settle(asked, p);
    return timing_budget(&limits, p);
}

static Position start_of(const char *rules) { return position_start(variant_find(rules)); }

static Position late(void) {
    Naive n =
        naive_of("veletas", "2b7/1b3w1www/b2bbw4/2w1bBb1ww/w4b3w/1wbwbbbbWb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 b - 23");
    return position_of(&n);
}

/* ---- the budget ---- */

Test(timing, no_clock_means_no_bounds) {
    SearchLimits limits = search_limits_none();
    limits.depth = 3;
    limits.nodes = 100;
    limits.movestogo = 5;
    limits.increment = 100;
    Position p = late();
    TimeBudget b = budget_of(&limits, &p);
    cr_assert(b.soft == INT64_MAX && b.hard == INT64_MAX);
}

Test(timing, movetime_is_spent_but_for_the_overhead) {
    static const int64_t CASES[][3] = {{1000, 10, 990}, {1000, 0, 1000}, {10, 10, 0},    {5, 10, 0},
                                       {0, 10, 0},      {-50, 10, 0},    {3000, 5000, 0}};
    Position p = late();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SearchLimits limits = search_limits_none();
        limits.movetime = CASES[i][0];
        limits.move_overhead = CASES[i][1];
        TimeBudget b = budget_of(&limits, &p);
        cr_assert_eq(b.hard, CASES[i][2]);
        cr_assert_eq(b.soft, INT64_MAX, "movetime is no clock to save on");
    }
    SearchLimits both = clock_of(60000, 0);
    both.movetime = 50;
    TimeBudget b = budget_of(&both, &p);
    cr_assert(b.hard == 40 && b.soft <= 40, "the smaller of movetime and clock");
}

Test(timing, a_clock_at_or_below_the_overhead_leaves_nothing) {
    static const int64_t CLOCKS[] = {10, 9, 1, 0, -2, -170671, INT64_MIN};
    Position positions[] = {start_of("veletas"), start_of("veletas-7"), late()};
    for (int i = 0; i < 7 * 3; i++)
        for (int k = 0; k < 3; k++) {
            SearchLimits limits = clock_of(CLOCKS[i / 3], (int64_t)k * 5000);
            if (k == 2) limits.movestogo = 1;
            TimeBudget b = budget_of(&limits, &positions[i % 3]);
            cr_assert(b.soft == 0 && b.hard == 0);
        }
}

Test(timing, absurd_numbers_stay_numbers) {
    Position p = late();
    for (int64_t togo = -1; togo < 3; togo++) {
        SearchLimits limits = clock_of(INT64_MAX, INT64_MAX);
        limits.movestogo = togo == 2 ? INT64_MAX : togo;
        TimeBudget b = budget_of(&limits, &p);
        cr_assert(b.soft > 1000000 && b.soft <= b.hard && b.hard < INT64_MAX);
    }
    SearchLimits limits = clock_of(60000, INT64_MIN);
    limits.move_overhead = INT64_MIN;
    TimeBudget b = budget_of(&limits, &p);
    cr_assert(b.soft > 0 && b.soft <= b.hard && b.hard <= 30000);
    limits.move_overhead = INT64_MAX;
    cr_assert_eq(budget_of(&limits, &p).hard, 0);
}

/* Bounds that hold for every clock, and what more of anything does to them. */
Test(timing, budgets_are_in_order_and_grow_with_the_clock) {
    Random r = random_seeded(501);
    for (int i = support_scaled(20000); i; i--) {
        Naive n = i % 20 ? naive_start(naive_rules(i % NAIVE_RULE_SETS)) : random_any(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        SearchLimits limits = clock_of(random_below(&r, i % 2 ? 300 : 200000), random_below(&r, 3) * random_below(&r, 500));
        limits.move_overhead = random_below(&r, 40);
        if (i % 3 == 0) limits.movestogo = 1 + random_below(&r, 50);
        TimeBudget b = budget_of(&limits, &p);
        int64_t left = limits.clock - limits.move_overhead;
        REQUIRE(b.soft >= 0 && b.soft <= b.hard && b.hard <= (left > 0 ? left : 0), "clock %d: %d, %d", (int)limits.clock,
                (int)b.soft, (int)b.hard);
        REQUIRE(limits.movestogo == 1 || b.hard <= left / 2 + (left < 0 ? -left : 0), "more than half of what is left");
        SearchLimits more = limits;
        more.clock += 1 + random_below(&r, 1000);
        TimeBudget c = budget_of(&more, &p);
        REQUIRE(c.soft >= b.soft && c.hard >= b.hard, "less from a longer clock");
        more = limits;
        more.increment += 1 + random_below(&r, 1000);
        c = budget_of(&more, &p);
        REQUIRE(c.soft >= b.soft && c.hard >= b.hard, "less from a larger increment");
        more = limits;
        more.move_overhead += 1 + random_below(&r, 100);
        c = budget_of(&more, &p);
        REQUIRE(c.soft <= b.soft && c.hard <= b.hard, "more from a larger overhead");
    }
}

Test(timing, the_last_turn_before_new_time_may_take_nearly_all) {
    Position p = late();
    SearchLimits limits = clock_of(1010, 0);
    limits.movestogo = 1;
    TimeBudget b = budget_of(&limits, &p);
    cr_assert(b.soft > 500 && b.hard > 800 && b.hard < 1000);
    limits.movestogo = 40;
    TimeBudget far = budget_of(&limits, &p);
    limits.movestogo = LIMIT_NONE;
    TimeBudget none = budget_of(&limits, &p);
    cr_assert(far.soft <= none.soft && far.hard <= 500, "moves to go are no more than turns to come");
}

/* A whole game of turns that all take as long as they may, with so much lost on the way each time, never runs out of time. */
static void play_out(int64_t clock, int64_t increment, int64_t lost, int64_t togo) {
    Position p = start_of("veletas");
    int64_t period = togo, base = clock;
    for (int turn = 0; turn < (increment || togo ? 60 : 40); turn++) {
        SearchLimits limits = clock_of(clock, increment);
        if (period) limits.movestogo = togo;
        clock -= budget_of(&limits, &p).hard + lost;
        REQUIRE(clock >= 0, "%d+%d: %d ms short in turn %d", (int)base, (int)increment, (int)-clock, turn + 1);
        clock += increment;
        if (period && --togo == 0) {
            togo = period;
            clock += base;
        }
    }
}

Test(timing, no_game_is_lost_on_time_within_the_overhead) {
    static const int64_t CLOCKS[] = {20, 50, 100, 1000, 10000, 300000};
    for (int i = 0; i < 6; i++) {
        play_out(CLOCKS[i], 10, 10, 0);
        play_out(CLOCKS[i], 10, 3, 0);
        play_out(CLOCKS[i], 100, 10, 0);
        play_out(100 * CLOCKS[i], 0, 0, 0);
        play_out(1000 + CLOCKS[i], 0, 10, 0);
    }
    play_out(1000, 0, 10, 1);
    play_out(1000, 0, 10, 5);
    play_out(10000, 0, 10, 40);
}

/* ---- the signs ---- */

static const Move A = 1, B = 2;

static TimeSigns signs_after(int count, const Move *moves, const Score *scores) {
    TimeSigns s = {0};
    for (int i = 0; i < count; i++) timing_note_depth(&s, moves[i], scores[i], 500, 10 * (i + 1));
    return s;
}

Test(timing, signs_follow_the_depths) {
    TimeSigns s = {0};
    timing_note_depth(&s, A, 0, 0, 3);
    cr_assert(s.best == A && s.depths == 1 && s.settled == 1 && s.drop == 0 && s.thought == 3 && s.last == 3);
    timing_note_depth(&s, A, 100, 700, 10);
    cr_assert(s.settled == 2 && s.effort == 700 && s.thought == 10 && s.last == 7);
    cr_assert_eq(s.drop, score_to_probability(0) - score_to_probability(100));
    timing_note_depth(&s, A, -100, 700, 30);
    cr_assert_eq(s.settled, 3);
    cr_assert_eq(s.drop, (score_to_probability(0) + score_to_probability(100)) / 2 - score_to_probability(-100));
    timing_note_depth(&s, B, -100, 700, 90);
    cr_assert(s.best == B && s.settled == 1 && s.depths == 4 && s.last == 60);
}

static const TimeBudget BUDGET = {.soft = 1000, .hard = 4000};

Test(timing, a_change_of_mind_deserves_more_and_a_settled_one_less) {
    static const Move SAME[] = {A, A, A, A, A, A, A, A}, CHANGED[] = {A, A, A, A, A, A, A, B};
    static const Score EVEN[8] = {0};
    TimeSigns settled = signs_after(8, SAME, EVEN), changed = signs_after(8, CHANGED, EVEN);
    cr_assert_lt(timing_deserved(&BUDGET, &settled), 800);
    cr_assert_gt(timing_deserved(&BUDGET, &changed), 1200);
    int64_t last = INT64_MAX;
    for (int i = 1; i <= 8; i++) {
        TimeSigns s = signs_after(i, SAME, EVEN);
        cr_assert_leq(timing_deserved(&BUDGET, &s), last);
        last = timing_deserved(&BUDGET, &s);
    }
}

Test(timing, a_falling_score_deserves_more) {
    static const Move SAME[] = {A, A, A, A};
    int64_t last = 0;
    for (Score end = 300; end >= -600; end -= 100) {
        TimeSigns s = signs_after(4, SAME, (Score[]){0, 0, 0, end});
        cr_assert_geq(timing_deserved(&BUDGET, &s), last);
        last = timing_deserved(&BUDGET, &s);
    }
    TimeSigns even = signs_after(4, SAME, (Score[]){0, 0, 0, 0}), worse = signs_after(4, SAME, (Score[]){0, 0, 0, -60});
    cr_assert_gt(timing_deserved(&BUDGET, &worse), timing_deserved(&BUDGET, &even));
    TimeSigns swinging = signs_after(4, SAME, (Score[]){-40, 40, -40, 40});
    cr_assert_leq(timing_deserved(&BUDGET, &swinging), timing_deserved(&BUDGET, &even),
                  "an odd depth's optimism is no fall");
}

Test(timing, a_move_without_rivals_deserves_less) {
    TimeSigns s = {.best = A, .depths = 5, .settled = 3, .thought = 100};
    int64_t last = INT64_MAX;
    for (int effort = 1; effort <= 1000; effort++) {
        s.effort = effort;
        cr_assert_leq(timing_deserved(&BUDGET, &s), last);
        last = timing_deserved(&BUDGET, &s);
    }
    cr_assert_lt(last, 800);
    s.effort = 0;
    cr_assert_eq(timing_deserved(&BUDGET, &s), 1000, "what is not known says nothing");
}

Test(timing, what_is_decided_deserves_nothing) {
    TimeSigns s = {.best = A, .depths = 1, .settled = 1, .drop = SCORE_ONE, .decided = true};
    cr_assert_eq(timing_deserved(&BUDGET, &s), 0);
    cr_assert(timing_is_enough(&BUDGET, &s));
}

Test(timing, no_turn_deserves_more_than_the_hard_bound) {
    Random r = random_seeded(502);
    for (int i = support_scaled(20000); i; i--) {
        TimeBudget b = {.soft = random_below(&r, 1000)};
        b.hard = b.soft + random_below(&r, 500);
        TimeSigns s = {.best = A,
                       .depths = 9,
                       .settled = 1 + random_below(&r, 9),
                       .drop = random_below(&r, 2 * SCORE_ONE) - SCORE_ONE,
                       .effort = random_below(&r, 1001)};
        REQUIRE(timing_deserved(&b, &s) >= 0 && timing_deserved(&b, &s) <= b.hard, "%d of %d", (int)timing_deserved(&b, &s),
                (int)b.hard);
    }
}

Test(timing, enough_is_what_is_deserved_pondering_included) {
    static const Move SAME[] = {A, A, A};
    TimeSigns s = signs_after(3, SAME, (Score[]){0, 0, 0});
    s.thought = timing_deserved(&BUDGET, &s) - 1;
    cr_assert_not(timing_is_enough(&BUDGET, &s));
    s.thought++;
    cr_assert(timing_is_enough(&BUDGET, &s));
}

Test(timing, no_depth_is_begun_that_would_not_end) {
    TimeSigns s = {.best = A, .depths = 5, .settled = 1, .thought = 900, .last = 700};
    cr_assert_not(timing_is_short(&BUDGET, &s, 900));
    cr_assert(timing_is_short(&BUDGET, &s, 3000));
    s.last = 3000;
    cr_assert(timing_is_short(&BUDGET, &s, 0));
}

Test(timing, without_a_clock_neither_holds) {
    static const TimeBudget NONE = {INT64_MAX, INT64_MAX}, MOVETIME = {INT64_MAX, 100};
    TimeSigns s = {.best = A, .depths = 5, .settled = 9, .decided = true, .thought = 1000000, .last = 900000};
    cr_assert(!timing_is_enough(&NONE, &s) && !timing_is_short(&NONE, &s, 1000000));
    cr_assert(!timing_is_enough(&MOVETIME, &s) && !timing_is_short(&MOVETIME, &s, 99));
}
