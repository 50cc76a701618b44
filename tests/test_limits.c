/* From the limits that are asked for to those that a search obeys. */
#include "search/limits.h"

#include "search/levels.h"
#include "search/worker.h"
#include "tests/support.h"

TestSuite(limits, .init = support_init, .timeout = 60);

static SearchLimits settled(SearchLimits asked) {
    Position p = position_start(variant_at(0));
    return limits_settle(&asked, &p);
}

Test(limits, nothing_asked_is_nothing_obeyed) {
    SearchLimits l = settled(search_limits_none());
    cr_assert(l.depth == LIMIT_NONE && l.nodes == LIMIT_NONE && l.movetime == LIMIT_NONE && l.clock == LIMIT_NONE);
    cr_assert(l.movestogo == LIMIT_NONE && l.mate == LIMIT_NONE && l.elo == LIMIT_NONE);
    cr_assert(l.increment == 0 && l.move_overhead == 0 && l.multipv == 1 && !l.infinite && !l.ponder && !l.root_moves);
}

static SearchLimits all_of(int64_t value) {
    return (SearchLimits){.depth = value,
                          .nodes = value,
                          .movetime = value,
                          .clock = value,
                          .increment = value,
                          .movestogo = value,
                          .mate = value,
                          .elo = LIMIT_NONE,
                          .multipv = (int)(value % INT32_MAX),
                          .move_overhead = value};
}

Test(limits, what_is_below_the_least_means_the_least) {
    static const int64_t VALUES[] = {0, -2, -5000, INT64_MIN};
    for (int i = 0; i < 4; i++) {
        SearchLimits l = settled(all_of(VALUES[i]));
        cr_assert(l.depth == 1 && l.nodes == 1 && l.mate == 1 && l.movestogo == 1 && l.multipv == 1);
        cr_assert(l.movetime == 0 && l.clock == 0 && l.increment == 0 && l.move_overhead == 0);
    }
}

Test(limits, absurd_numbers_are_cut_to_what_makes_sense) {
    SearchLimits l = settled(all_of(INT64_MAX - 1));
    cr_assert(l.depth == MAX_DEPTH && l.mate == MAX_PLY / 2 && l.multipv <= MAX_MULTIPV && l.nodes == INT64_MAX - 1);
    cr_assert(l.movetime == LIMITS_MOST_MS && l.clock == LIMITS_MOST_MS && l.increment == LIMITS_MOST_MS);
    cr_assert(l.move_overhead == LIMITS_MOST_MS && l.movestogo > 0);
}

Test(limits, what_makes_sense_stays_and_settles_once) {
    SearchLimits asked = {.depth = 5,
                          .nodes = 77,
                          .movetime = 100,
                          .clock = 2000,
                          .increment = 30,
                          .movestogo = 4,
                          .mate = 3,
                          .elo = LIMIT_NONE,
                          .ponder = true,
                          .multipv = 7,
                          .move_overhead = 10,
                          .received = 12345};
    SearchLimits l = settled(asked), again = settled(l);
    SearchLimits *both[] = {&l, &again};
    for (int i = 0; i < 2; i++) {
        SearchLimits *b = both[i];
        cr_assert(b->depth == 5 && b->nodes == 77 && b->movetime == 100 && b->clock == 2000 && b->increment == 30);
        cr_assert(b->movestogo == 4 && b->mate == 3 && b->ponder && b->multipv == 7 && b->move_overhead == 10);
        cr_assert_eq(b->received, 12345);
    }
}

Test(limits, infinite_beats_all_but_the_level) {
    SearchLimits asked = all_of(5);
    asked.infinite = true;
    SearchLimits l = settled(asked);
    cr_assert(l.infinite && l.depth == LIMIT_NONE && l.nodes == LIMIT_NONE && l.movetime == LIMIT_NONE &&
              l.clock == LIMIT_NONE && l.mate == LIMIT_NONE);
    asked.elo = 1500;
    cr_assert(settled(asked).nodes > 0);
}

Test(limits, a_level_has_its_nodes_and_a_smaller_limit_holds) {
    Position start = position_start(variant_at(0));
    for (int elo = LEVEL_LEAST - 100; elo <= LEVEL_MOST + 100; elo += 100) {
        Level level = level_of(elo);
        int64_t most = level_nodes(&level, &start);
        SearchLimits asked = search_limits_none();
        asked.elo = elo;
        cr_assert_eq(settled(asked).nodes, most);
        asked.nodes = most + 1;
        cr_assert_eq(settled(asked).nodes, most);
        asked.nodes = most - 1;
        cr_assert_eq(settled(asked).nodes, most - 1);
        cr_assert(settled(asked).elo >= LEVEL_LEAST && settled(asked).elo <= LEVEL_MOST);
    }
}

Test(limits, root_moves_stay_those_given) {
    static const Move MOVES[] = {1, 2};
    SearchLimits asked = search_limits_none();
    asked.root_moves = MOVES;
    cr_assert_null(settled(asked).root_moves, "none are all");
    asked.root_move_count = 2;
    cr_assert(settled(asked).root_moves == MOVES && settled(asked).root_move_count == 2);
}
