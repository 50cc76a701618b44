/* The time of one search: what a turn may cost, and when it has had enough. Nothing here looks at a clock: the search passes in the times
 * that have gone by. */
#ifndef CIERZO_SEARCH_TIMING_H
#define CIERZO_SEARCH_TIMING_H

#include "search/contract.h"

/* Milliseconds, at least 0; INT64_MAX: no such bound. */
typedef struct {
    int64_t soft; /* what a usual turn should take; a bound only where a clock runs */
    int64_t hard; /* when so much has gone by since the limits began to count, the search is aborted; soft is not above it */
} TimeBudget;

/* The budget for a position by limits that are in range (limits_settle); no bounds without movetime and clock. */
TimeBudget timing_budget(const SearchLimits *limits, const Position *p);

/* What the depths finished so far tell about a turn; all zero before the first. */
typedef struct {
    Move best;          /* of the last depth */
    int depths;         /* finished ones */
    int settled;        /* of those, how many in a row, the last one included, ended with `best` */
    int probability[2]; /* of winning, in parts of SCORE_ONE, after the last depth and after the one before it */
    int drop;           /* from the mean of the two depths before the last to the last; negative: a rise */
    int effort;         /* per mille of the last depth's visits that went into `best`; 0: not known */
    bool decided;       /* the score is proved, or there is only one turn */
    int64_t thought;    /* ms that all depths together took */
    int64_t last;       /* ms that the last one took */
} TimeSigns;

/* A depth is finished, `thought` ms after the search began. */
void timing_note_depth(TimeSigns *signs, Move best, Score score, int effort, int64_t thought);

/* The ms that a turn should take after these signs, at most budget->hard: more than usual when the best move has just changed or its score
 * has fallen, less when the best move stays the same or took most of the visits, 0 when all is decided. Only for budgets with a soft
 * bound. */
int64_t timing_deserved(const TimeBudget *budget, const TimeSigns *signs);

/* Whether the turn has taken as long as it deserves. False when there is no soft bound. */
bool timing_is_enough(const TimeBudget *budget, const TimeSigns *signs);

/* Whether another depth, begun `elapsed` ms after the limits began to count, would hardly be finished in time. False when there is no soft
 * bound: with movetime alone nothing is gained by ending early. */
bool timing_is_short(const TimeBudget *budget, const TimeSigns *signs, int64_t elapsed);

#endif
