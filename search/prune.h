/* How wide and how deep: the search's selectivity. Its numbers are those of search/tunables.def. */
#ifndef CIERZO_SEARCH_PRUNE_H
#define CIERZO_SEARCH_PRUNE_H

#include "search/tunables.h"

/* Moves that a node of this remaining depth looks at, unless all of them lose by proof. */
int prune_width(int depth);

/* Plies taken off the search of move number `index` (from 0) at a node of this remaining depth. */
int prune_reduction(int depth, int index);

/* Up to PRUNE_STAND_DEPTH a position may fail high on its evaluation alone, when that exceeds beta by the margin. */
int prune_stand_margin(int depth);

/* Up to PRUNE_FUTILE_DEPTH the moves end where the order expects a score that misses alpha by the margin. */
int prune_futile_margin(int depth);

/* From PRUNE_BLIND_DEPTH on a node without a move from the table is searched one ply less deep.
 *
 * From PROBCUT_DEPTH on a search that is PROBCUT_REDUCTION plies shallower, past the window by PROBCUT_MARGIN, stands for the whole. */

#endif
