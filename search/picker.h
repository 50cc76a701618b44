/* The moves of a node, best first, without evaluating each child and without writing most of them down.
 *
 * A turn is a relocation and a shot, and the two change the estimate nearly independently: score = S[shot] + R[shooter, destination].
 * S is what a stone on that square changes, R what the relocation changes; a few dozen of each order thousands of turns. The
 * majority is linear in each claim given the others (claims_slopes), which makes both cheap. */
#ifndef CIERZO_SEARCH_PICKER_H
#define CIERZO_SEARCH_PICKER_H

#include "engine/movegen.h"
#include "eval/claims.h"

/* Turns that share a relocation, and R. */
typedef struct {
    Bitboard shots;
    int32_t score;
    int16_t level; /* score in coarse steps */
    Square from, to;
} Slice;

enum {
    SMALL_VIEW = 6, /* a shooter that sees so few squares from its destination has a slice for each shot */
    MAX_SLICES = MAX_SHOOTERS * 35 * SMALL_VIEW + 1,
    LEVELS = 64
};

typedef struct {
    const Board *board;
    Slice *slices;
    uint64_t *entries; /* the moves written down: score in the upper half, packed turn in the lower, in order */
    int slice_count, count, next;
    int floor; /* all moves of this level and above have been written down */
    int block; /* how many the next block should hold */
    Move first;
    bool first_done, scored;
    int top;                    /* highest level of a slice */
    int32_t shot[SQUARES];      /* S */
    Bitboard at_least[LEVELS];  /* squares whose S is of this level or above */
} Picker;

/* Hands out the turns of a position in play. `slices` has room for MAX_SLICES, `entries` for MAX_TURNS. `first` is legal and handed out
 * before all others, or MOVE_NONE; nothing is computed before the move after it is asked for. The board must be as it was here
 * whenever picker_next is called. */
void picker_begin(Picker *p, const Board *b, Slice *slices, uint64_t *entries, Move first);

/* The next move, MOVE_NONE at the end. */
Move picker_next(Picker *p);

#endif
