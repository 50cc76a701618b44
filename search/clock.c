#include "search/clock.h"

#include "search/search.h"
#include <time.h>

int64_t search_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t at_least(int64_t x, int64_t least) { return x < least ? least : x; }
static int64_t at_most(int64_t x, int64_t most) { return x > most ? most : x; }

/* Own turns that are likely still to come, this one included. Engine games last about 45 turns on 10x10 and end with half the board
 * empty; the fewer the shooters left to claim, the nearer the end. */
static int64_t turns_to_come(const Position *p) {
    int squares = bb_count(p->variant->board);
    int stones = bb_count(p->stones[0] | p->stones[1]);
    return at_least((squares / 2 - stones) / 2 + 1, 5);
}

TimeBudget time_budget(const SearchLimits *limits, const Position *p) {
    TimeBudget budget = {INT64_MAX, INT64_MAX};
    if (limits->movetime != LIMIT_NONE)
        budget.hard = budget.soft = at_least(limits->movetime - limits->move_overhead, 0);
    if (limits->clock == LIMIT_NONE) return budget;
    int64_t left = at_least(limits->clock - limits->move_overhead, 0);
    int64_t increment = limits->increment == LIMIT_NONE ? 0 : at_least(limits->increment, 0);
    int64_t turns = turns_to_come(p);
    if (limits->movestogo != LIMIT_NONE) turns = at_most(turns, at_least(limits->movestogo, 1));
    /* The increment comes after the move, so it never counts as time in hand. */
    int64_t share = left / turns + at_most(increment, left) * 3 / 4;
    int64_t soft = at_most(share * 7 / 10, left), hard = at_most(share * 3, turns == 1 ? left : left / 2);
    budget.soft = at_most(budget.soft, at_most(soft, hard));
    budget.hard = at_most(budget.hard, hard);
    return budget;
}
