/* Asking a search and waiting for its answer: for programs with nothing else to do meanwhile. */
#ifndef CIERZO_KIT_ASK_H
#define CIERZO_KIT_ASK_H

#include "search/search.h"

typedef struct {
    Move best;      /* MOVE_NONE when there is no legal turn */
    Score score;    /* of the last report, for the side to move; 0 without one */
    uint64_t nodes; /* of the last report */
} SearchAnswer;

/* What the search says within the limits, which must hold one that ends it. The table stays as the last search left it. */
SearchAnswer ask(Search *s, const Position *p, const SearchLimits *limits);
SearchAnswer ask_nodes(Search *s, const Position *p, int64_t nodes);

#endif
