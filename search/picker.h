/* The moves of a node, best first, without evaluating each child or writing most of them down.
 *
 * A turn is a relocation and a shot, and the two change the estimate nearly independently: score = S[shot] + R[shooter, destination].
 * S is what a stone on that square changes, R what the relocation changes; a few dozen of each order thousands of turns. The
 * majority is linear in each claim given the others (claims_slopes), which makes both cheap. */
#ifndef CIERZO_SEARCH_PICKER_H
#define CIERZO_SEARCH_PICKER_H

#include "engine/movegen.h"
#include "eval/net_sum.h"

/* Turns that share a relocation, and R. */
typedef struct {
    Bitboard shots;
    int32_t score;
    Square from, to;
    uint8_t rank; /* of its best shot that was not handed out yet, in Picker.ranked */
} Slice;

enum {
    SMALL_VIEW = 6, /* a shooter that sees so few squares from its destination has a slice for each shot */
    MAX_SLICES = MAX_SHOOTERS * 35 * SMALL_VIEW + 1,
    MAX_FIRSTS = 4
};

/* The best sums of two lists: a heap of slices by the best turn that each has left, its shot the best of those sorted by S. Every turn
 * costs a sift through the heap, and nothing but the turns asked for is ever written down. */
typedef struct {
    const Board *board;
    Slice *slices;
    uint64_t *heap; /* score in the upper half, then the slice; the largest first */
    int heap_size;
    Score stand;   /* of the mover, as if its turn changed nothing; not sharpened */
    int sharpness; /* what all scores of the order are times, in 1/256 */
    Score estimate;
    bool scored;
    Move firsts[MAX_FIRSTS];
    int first_count, first_next;
    int ranked_count;
    Square ranked[SQUARES]; /* squares by S, best first */
    int32_t shot[SQUARES];  /* S */
} Picker;

/* Hands out the turns of a position in play. `slices` and `heap` have room for MAX_SLICES. `firsts` are legal, different and handed out
 * before all others; nothing is computed before the move after them is asked for. The board must be as it was here whenever
 * picker_next is called. */
void picker_begin(Picker *p, const Board *b, Slice *slices, uint64_t *heap, const Move *firsts, int first_count);

/* The score for the mover that the order expects of the last move handed out; SCORE_INFINITE for the first ones. Against the evaluation of the
 * position after it the standard error is 27 cp early in a game, 45 later, 136 at the end. */
static inline Score picker_estimate(const Picker *p) { return p->estimate; }

/* The next move, MOVE_NONE at the end. */
Move picker_next(Picker *p);

#endif
