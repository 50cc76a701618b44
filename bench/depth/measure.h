/* How deep a search gets: time and nodes to each depth, and the branching factor that they show. */
#ifndef CIERZO_BENCH_DEPTH_MEASURE_H
#define CIERZO_BENCH_DEPTH_MEASURE_H

#include "search/search.h"

typedef struct {
    int reached;                   /* the deepest depth that was finished; 0: none */
    bool proved;                   /* the last score was a proved win or loss: deeper searches would add nothing */
    double seconds[MAX_DEPTH + 1]; /* by depth, 1 to `reached`: from the start of the search to the end of that depth */
    uint64_t nodes[MAX_DEPTH + 1]; /* by depth: all nodes up to there */
    double total_seconds;
    uint64_t total_nodes;
} DepthRun;

/* Seconds of a clock that never goes back, finer than clock_now_ms. */
double depth_now(void);

/* Searches a position in play with a clear table. The times come from depth_now. */
DepthRun depth_measure(Search *s, const Position *p, const SearchLimits *limits);

/* The effective branching factor of a depth: nodes up to it by nodes up to the depth before. 0 where one of the two is missing. */
double depth_branching(const DepthRun *r, int depth);
/* The same over the whole search: the geometric mean of the factors from depth 2 to the deepest. 0 where depth 2 was not reached. */
double depth_branching_overall(const DepthRun *r);

double depth_nps(const DepthRun *r);

/* The time that `one` took to the deepest depth that both finished, divided by the time of `other`. 0 where `one` took less than `least`
 * seconds, of which the ratio would be noise. */
double depth_speedup(const DepthRun *one, const DepthRun *other, double least);

/* The deepest depth finished `seconds` after the start. */
int depth_at(const DepthRun *r, double seconds);

#endif
