/* Playing below full strength. At first sight a weaker level judges turns with a larger error, takes fewer of them for candidates, and
 * among those looks at fewer positions; every one of the three goes steadily with the level. The errors come from the
 * position's key, so a level repeats itself, and two levels misjudge the same turns, one more than the other.
 *
 * Levels go by Elo; docs/levels.md says what 1500 is, and scripts/calibrate.sh measures it. */
#ifndef CIERZO_SEARCH_LEVELS_H
#define CIERZO_SEARCH_LEVELS_H

#include "search/worker.h"

enum { LEVEL_LEAST = 400, LEVEL_MOST = 2600, MAX_CANDIDATES = 32 };

typedef struct {
    int judgement;  /* per mille of a turn's worth at first sight: 0 is all error, 1000 none */
    int candidates; /* turns that are searched, in hundredths: 150 are one or two. 100 .. 100 * MAX_CANDIDATES */
    int nodes;      /* positions that the search of a turn visits */
} Level;

/* The level of this Elo; below and above the range that of its end. */
Level level_of(int elo);

/* Positions that the level visits for its turn in `p`. A setup turn, which is worth many others, has more of them. */
int64_t level_nodes(const Level *level, const Position *p);

/* The candidates of a worker's position in play, best at first sight first: of the root moves of the limits or else of all turns, of
 * which there must be one. Writes them to `out` and returns how many, at least 1. When the time is up the turns not yet
 * judged are passed over. The worker's root_moves serve as scratch. */
int level_candidates(Worker *w, const Level *level, Move out[MAX_CANDIDATES]);

#endif
