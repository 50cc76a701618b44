/* How deep a search gets: time and nodes to each depth, and the branching factor that they show. */
#ifndef CIERZO_BENCH_DEPTH_MEASURE_H
#define CIERZO_BENCH_DEPTH_MEASURE_H

#include "search/search.h"

typedef struct {
    int reached;                   /* the deepest depth that was finished; 0: none */
    bool proved;                   /* the search ended, or might have, for there was nothing left to find out */
    double seconds[MAX_DEPTH + 1]; /* by depth, 1 to `reached`: from the start of the search to the end of that depth */
    uint64_t nodes[MAX_DEPTH + 1]; /* by depth: all nodes up to there */
    double total_seconds;
    uint64_t total_nodes;
} DepthRun;

/* Seconds of a clock that never goes back, finer than search_now_ms. */
double depth_now(void);

/* Searches a position in play with a clear table. Time is measured here, finer than the search's own ms. */
DepthRun depth_measure(Search *s, const Position *p, const SearchLimits *limits);

/* The effective branching factor of a depth: nodes up to it by nodes up to the depth before. 0 where one of the two is missing. */
double depth_branching(const DepthRun *r, int depth);
/* The same over the whole search: the geometric mean of the factors from depth 2 to the deepest. 0 where depth 2 was not reached. */
double depth_branching_overall(const DepthRun *r);

double depth_nps(const DepthRun *r);

/* How much sooner `other` had finished the deepest depth that both did; 0 where that took `one` less than `least` seconds. */
double depth_speedup(const DepthRun *one, const DepthRun *other, double least);

/* The deepest depth finished `seconds` after the start. */
int depth_at(const DepthRun *r, double seconds);

#endif
