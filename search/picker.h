/* The moves of a node, best first, without evaluating each child.
 *
 * A turn is a relocation and a shot, and the two change the estimate nearly independently: score = S[shot] + R[shooter, destination].
 * S is what a stone on that square changes, R what the relocation changes; with a few dozen squares and destinations that
 * orders thousands of turns. The majority is linear in each claim given the others (shooters_slopes), which makes both cheap. */
#ifndef CIERZO_SEARCH_PICKER_H
#define CIERZO_SEARCH_PICKER_H

#include "search/worker.h"

typedef struct {
    uint64_t *entries; /* score in the upper half, packed turn in the lower */
    int count, next;
    int sorted; /* entries[0 .. sorted) are in order and not below the rest */
    Move first; /* handed out before all others, then skipped; MOVE_NONE for none */
    bool first_done;
} Picker;

/* Scores all turns of the worker's position into `entries`, which has room for MAX_TURNS. `first` must be legal or MOVE_NONE. */
void picker_begin(Picker *p, const Board *b, uint64_t *entries, Move first);

/* The next move, MOVE_NONE at the end. */
Move picker_next(Picker *p);

#endif
