/* How wide and how deep: every number of the search's selectivity. */
#ifndef CIERZO_SEARCH_PRUNE_H
#define CIERZO_SEARCH_PRUNE_H

/* Moves that a node of this remaining depth looks at, unless all of them lose by proof. */
int prune_width(int depth);

/* Plies taken off the search of move number `index` (from 0) at a node of this remaining depth. */
int prune_reduction(int depth, int index);

/* Up to this depth a position may fail high on its evaluation alone, when that exceeds beta by the margin. */
enum { PRUNE_STAND_DEPTH = 3 };
int prune_stand_margin(int depth);

/* Up to this depth the moves end where the order expects a score that misses alpha by the margin. */
enum { PRUNE_FUTILE_DEPTH = 3 };
int prune_futile_margin(int depth);

/* From this depth on a node without a move from the table is searched one ply less deep. */
enum { PRUNE_BLIND_DEPTH = 4 };

/* From this depth on a search that is so much shallower, past the window by the margin, stands for the whole. */
enum { PROBCUT_DEPTH = 4, PROBCUT_REDUCTION = 3, PROBCUT_MARGIN = 60 };

#endif
