/* The recursion. */
#ifndef CIERZO_SEARCH_ALPHABETA_H
#define CIERZO_SEARCH_ALPHABETA_H

#include "search/worker.h"

/* The score of the worker's position from the view of the side to move, fail-soft in (alpha, beta); w->pv[ply] gets the line when it
 * lies between. `entries` is where this node's moves go on the worker's stack. When w->aborted is set the result means
 * nothing. A proved score is proved: wins by a move found, losses only by every legal move. */
Score alphabeta(Worker *w, Score alpha, Score beta, int depth, int ply, uint64_t *entries);

/* Plays `m`, searches the position after it and takes it back: the score for the side that moved. */
Score alphabeta_child(Worker *w, Move m, Score alpha, Score beta, int depth, int ply, uint64_t *entries);

/* Puts `m` before the line of the ply below. */
void line_set(Line *line, Move m, const Line *rest);

#endif
