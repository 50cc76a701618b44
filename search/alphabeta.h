/* The recursion. */
#ifndef CIERZO_SEARCH_ALPHABETA_H
#define CIERZO_SEARCH_ALPHABETA_H

#include "search/worker.h"

/* The score of the worker's position from the view of the side to move, fail-soft in (alpha, beta). When it lies between, w->pv[ply] gets
 * the line. When w->aborted is set the result means nothing. A win is proved by the move that wins; a loss is proved only where every
 * legal move was searched. */
Score alphabeta(Worker *w, SearchMode mode, Score alpha, Score beta, int depth, int ply);

/* Plays `m`, searches the position after it and takes it back: the score for the side that moved. Move number 0 of a node has the
 * whole window; number `index` a null window at reduced depth first, and more of both as it proves better. */
Score search_move(Worker *w, SearchMode mode, Move m, Score alpha, Score beta, int depth, int index, int ply);

/* Puts `m` before the line of the ply below. */
void line_set(Line *line, Move m, const Line *rest);

/* The same, while other workers see that it is under way. */
Score search_shared(Worker *w, SearchMode mode, Move m, Score alpha, Score beta, int depth, int index, int ply);

/* A move and its number in the order. */
typedef struct {
    Move move;
    int index;
} Turn;

/* Moves of a node that are put off because another worker is at them: by the time they come, their scores are likely to be in the table. */
enum { LATER_MOST = 32 };
typedef struct {
    Turn turns[LATER_MOST];
    int count, next;
} Later;

/* True, and put off, when another worker is searching that move here and there is room. */
bool later_put(Later *l, Worker *w, Turn t);

/* The next one that was put off; false when there is none left. */
bool later_take(Later *l, Turn *t);

#endif
