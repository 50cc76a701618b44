/* Hands out the moves of a node, best first: the best sums of two lists (order.h). A heap of slices by the best turn that each has left; the
 * shots sorted once. Every turn costs a sift through the heap, and nothing but the turns asked for is ever written down. */
#ifndef CIERZO_SEARCH_PICKER_H
#define CIERZO_SEARCH_PICKER_H

#include "search/history.h"
#include "search/order.h"

enum { MAX_FIRSTS = 4 };

typedef struct {
    const Board *board;
    const History *history; /* NULL: none */
    Slice *slices;
    uint64_t *heap; /* score in the upper half, then the slice; the largest first */
    int heap_size;
    Score estimate;
    bool scored;
    Move firsts[MAX_FIRSTS];
    int first_count, first_next;
    int ranked_count;
    Square ranked[SQUARES]; /* squares by S, best first */
    int32_t rated[SQUARES]; /* S and what history adds */
    Order order;
} Picker;

/* Hands out the turns of a position in play. `slices` and `heap` have room for MAX_SLICES. `firsts` are legal, different and handed out
 * before all others; nothing is computed before the move after them is asked for. The board must be as it was here whenever
 * picker_next is called. The order is that of the estimates; picker_use_history, at once after it, adds what history says. */
void picker_begin(Picker *p, const Board *b, Slice *slices, uint64_t *heap, const Move *firsts, int first_count);

void picker_use_history(Picker *p, const History *h);

/* The score for the mover that the order expects of the last move handed out; SCORE_INFINITE for the first ones. Against the evaluation of the
 * position after it the standard error is 27 cp early in a game, 45 later, 136 at the end. */
static inline Score picker_estimate(const Picker *p) { return p->estimate; }

/* The next move, MOVE_NONE at the end. */
Move picker_next(Picker *p);

#endif
