/* What every turn of a position is worth at first sight, without evaluating each child or writing most turns down.
 *
 * A turn is a relocation and a shot, and the two change the estimate nearly independently: score = S[shot] + R[shooter, destination].
 * S is what a stone on that square changes, R what the relocation changes; a few dozen of each order thousands of turns. The
 * probability of the majority is linear in each claim given the others (claims_slopes), which makes both cheap. */
#ifndef CIERZO_SEARCH_ORDER_H
#define CIERZO_SEARCH_ORDER_H

#include "engine/movegen.h"
#include "engine/play.h"
#include "eval/score.h"

/* Turns that share a relocation, and R. */
typedef struct {
    Bitboard shots;
    int32_t score;   /* R, in 1/16 cp for the mover, not sharpened */
    Square from, to; /* NO_SQUARE both: nobody moves */
    /* The picker's: */
    int32_t rated; /* R and what history adds */
    uint8_t rank;  /* of its best shot that was not handed out yet */
} Slice;

enum {
    SMALL_VIEW = 6, /* a shooter that sees so few squares from its destination has a slice for each shot */
    MAX_SLICES = MAX_SHOOTERS * 35 * SMALL_VIEW + 1 /* no square of 10x10 sees more than 35 others */
};

typedef struct {
    Score stand;           /* cp for the mover, as if its turn changed nothing; not sharpened */
    int sharpness;         /* every score of the order is to be multiplied by it, in 1/256 */
    Bitboard shots;        /* every square that some turn shoots at */
    int32_t shot[SQUARES]; /* S of those, in 1/16 cp for the mover, not sharpened */
} Order;

/* Scores the turns of a position in play. Writes `o` and the slices, at most MAX_SLICES, and returns how many; 0 when nobody can move. */
int order_score(const Board *b, Slice *slices, Order *o);

#endif
