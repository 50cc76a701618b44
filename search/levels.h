/* Playing below full strength. Before it searches, a level judges all turns by the evaluation after them, with an error, and picks the best
 * few as candidates; the search of those visits a limited number of positions. The weaker the level, the larger the error and the smaller
 * both numbers. The errors are random numbers made from the position's key: so a level always gives the same answer, and two levels
 * misjudge the same turns, one more than the other.
 *
 * Levels go by Elo; docs/levels.md says what 1500 is, and scripts/calibrate.sh measures it. */
#ifndef CIERZO_SEARCH_LEVELS_H
#define CIERZO_SEARCH_LEVELS_H

#include "search/worker.h"

enum { LEVEL_LEAST = 400, LEVEL_MOST = 2600, MAX_CANDIDATES = 32 };

typedef struct {
    int judgement;  /* per mille: a turn's worth counts so much at first sight, the error the rest */
    int candidates; /* turns that are searched, in hundredths: 150 means one or two. 100 .. 100 * MAX_CANDIDATES */
    int nodes;      /* positions that the search of a turn visits */
} Level;

/* The level of this Elo; below and above the range that of its end. */
Level level_of(int elo);

/* Positions that the level visits for its turn in `p`. A setup turn, which is worth many others, has more of them. */
int64_t level_nodes(const Level *level, const Position *p);

/* The candidates of a worker's position in play, best at first sight first, from the root moves of the limits or else from all turns; there
 * must be one. Writes them to `out` and returns how many, at least 1. When the time is up the turns not yet judged are left out.
 * Overwrites the worker's root_moves. */
int level_candidates(Worker *w, const Level *level, Move out[MAX_CANDIDATES]);

#endif
