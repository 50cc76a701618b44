/* What the board offers a shooter: for each empty square how good it would be for Black if a shooter were claimed there,
 * and for every square the sum of this over the empty squares seen from it. */
#ifndef CIERZO_EVAL_GROUND_H
#define CIERZO_EVAL_GROUND_H

#include "engine/lines.h"
#include "engine/play.h"

/* A sum over squares: how many they are in the low byte, the sum of their values, in 1/32, in the bits above it. */
typedef int32_t Sight;
static inline int sight_seen(Sight s) { return s & 0xFF; }
static inline int sight_value(Sight s) { return s >> 8; }
enum { SIGHT_SEEN_MAX = 35 }; /* a queen's lines on the empty board */

typedef struct {
    Bitboard empty, blockers;
    /* By cell: */
    uint8_t largest[2][CELLS]; /* by colour: largest group beside it */
    uint8_t within[2][CELLS];  /* by colour: largest group beside it or beside an empty square beside it */
    int8_t value[CELLS];       /* for Black: ground_value_of the largest groups beside it */
    Sight at[CELLS];    /* an empty square alone: its value, and GROUND_OUTER_SIGN for whose `within` is larger; else 0 */
    Sight sight[CELLS]; /* the sum of `at` over all squares seen from here */
} Ground;

void ground_compute(Ground *g, const Board *b);

/* What it counts, in 1/32, that a colour's group is the larger one, beside the logarithm of the ratio. The numbers come
 * from a fit of these sums alone; the network weighs the sums again. */
enum { GROUND_SIGN = 22, GROUND_OUTER_SIGN = 17 };

/* 32 ln(1 + n), rounded; a larger n counts as 15. */
extern const int8_t GROUND_LOG[16];
static inline int ground_log(int n) { return GROUND_LOG[n < 15 ? n : 15]; }

/* The value for Black of a square beside largest groups of these sizes, in 1/32: log ratio and sign. */
static inline int ground_value_of(int black, int white) {
    return ground_log(black) - ground_log(white) + GROUND_SIGN * ((black > white) - (black < white));
}

#endif
