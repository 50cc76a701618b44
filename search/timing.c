#include "search/timing.h"

#include "engine/clamp.h"
#include "search/tunables.h"

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t not_negative(int64_t ms) { return ms < 0 ? 0 : ms; }

/* ---- what a turn may cost ---- */

/* Own turns that are likely still to come, this one included: games of engines end when about half of the squares have a stone, on 10x10
 * after some 45 turns. */
static int64_t turns_to_come(const Position *p) {
    enum { LEAST = 5 };
    int squares = bb_count(p->variant->board);
    int stones = bb_count(p->stones[0] | p->stones[1]);
    int turns = (squares / 2 - stones) / 2 + 1;
    return turns < LEAST ? LEAST : turns;
}

static TimeBudget clock_budget(const SearchLimits *limits, const Position *p) {
    int64_t overhead = limits->move_overhead, increment = limits->increment, turns = turns_to_come(p);
    if (limits->movestogo != LIMIT_NONE) turns = least_of(limits->movestogo, turns);
    /* Every turn to come will cost the overhead. Where an increment is smaller, the difference is kept from what is left now. */
    int64_t kept = overhead + (turns - 1) * not_negative(overhead - increment);
    int64_t left = not_negative(limits->clock - kept);
    /* The increment is added after the move, so no more than what is left can be spent before. */
    int64_t share = left / turns + least_of(increment, left) * 3 / 4;
    /* At most half of what is left; in the last turn before new time nearly all, less a little for delays that the overhead does not cover. */
    int64_t hard = least_of(share * TIME_HARD / 100, turns == 1 ? left - left / 8 : left / 2);
    return (TimeBudget){.soft = least_of(share * TIME_SOFT / 100, hard), .hard = hard};
}

TimeBudget timing_budget(const SearchLimits *limits, const Position *p) {
    TimeBudget budget = {INT64_MAX, INT64_MAX};
    if (limits->clock != LIMIT_NONE) budget = clock_budget(limits, p);
    if (limits->movetime == LIMIT_NONE) return budget;
    budget.hard = least_of(budget.hard, not_negative(limits->movetime - limits->move_overhead));
    if (budget.soft != INT64_MAX) budget.soft = least_of(budget.soft, budget.hard);
    return budget;
}

/* ---- when it has had enough ---- */

void timing_note_depth(TimeSigns *signs, Move best, Score score, int effort, int64_t thought) {
    int *p = signs->probability, now = score_to_probability(score);
    int before = signs->depths == 0 ? now : signs->depths == 1 ? p[0] : (p[0] + p[1]) / 2;
    signs->drop = before - now;
    p[1] = p[0];
    p[0] = now;
    signs->settled = signs->depths && best == signs->best ? signs->settled + 1 : 1;
    signs->depths++;
    signs->best = best;
    signs->effort = effort;
    signs->last = thought - signs->thought;
    signs->thought = thought;
}

/* What each sign makes of the usual thought, in per cent. */
static int64_t for_settled(int settled) {
    static const int PERCENT[] = {130, 130, 110, 100, 85, 70, 60};
    return PERCENT[clamp(settled, 0, 6)];
}
static int64_t for_drop(int drop) { return clamp(100 + (int64_t)drop * TIME_DROP / SCORE_ONE, 85, 180); }
static int64_t for_effort(int effort) { return effort ? clamp(100 + (500 - effort) * 3 / 40, 65, 120) : 100; }

int64_t timing_deserved(const TimeBudget *budget, const TimeSigns *signs) {
    if (signs->decided) return 0;
    int64_t percent = for_settled(signs->settled) * for_drop(signs->drop) / 100 * for_effort(signs->effort) / 100;
    return least_of(budget->soft * percent / 100, budget->hard);
}

bool timing_is_enough(const TimeBudget *budget, const TimeSigns *signs) {
    return budget->soft != INT64_MAX && signs->thought >= timing_deserved(budget, signs);
}

bool timing_is_short(const TimeBudget *budget, const TimeSigns *signs, int64_t elapsed) {
    enum { GROWTH = 2 }; /* one depth takes 1.5 to 4 times as long as the one before */
    return budget->soft != INT64_MAX && elapsed + GROWTH * signs->last > budget->hard;
}
