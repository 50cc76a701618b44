/* A search as a function call: asks, waits, and returns the answer. */
#ifndef CIERZO_KIT_ASK_H
#define CIERZO_KIT_ASK_H

#include "search/search.h"

typedef struct {
    Move best;      /* MOVE_NONE when there is no legal turn */
    Score score;    /* of the last report, for the side to move, without the factor of score_promised; 0 without one */
    uint64_t nodes; /* of the last report */
} SearchAnswer;

/* Searches `p` within the limits, of which at least one must end the search. The table is not cleared before. */
SearchAnswer ask(Search *s, const Position *p, const SearchLimits *limits);
SearchAnswer ask_nodes(Search *s, const Position *p, int64_t nodes);

#endif
