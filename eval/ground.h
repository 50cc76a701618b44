/* What the board offers a shooter: for each empty square how good a claim there would be for Black, summed up along all lines.
 *
 * A running sum along a line makes the sum over any stretch of it one subtraction, so what a shooter sees costs two loads a line
 * however much it sees, and cutting a line short costs two more. */
#ifndef CIERZO_EVAL_GROUND_H
#define CIERZO_EVAL_GROUND_H

#include "engine/lines.h"
#include "engine/play.h"
#include "eval/weights.h"

/* A sum over squares: their number in the low byte, the values (1/32) above it. */
typedef int32_t Sight;
static inline int sight_seen(Sight s) { return s & 0xFF; }
static inline int sight_value(Sight s) { return s >> 8; }

typedef struct {
    Bitboard empty, blockers;
    /* By cell: */
    uint8_t largest[2][CELLS]; /* by colour: largest group beside it */
    uint8_t within[2][CELLS];  /* by colour: largest group beside it or beside an empty square beside it */
    int8_t value[CELLS];       /* ground_value_of the largest groups beside it */
    int8_t outer[CELLS];       /* the same of those within reach, by its own weights */
    Sight at[CELLS];           /* an empty square alone, value and outer; 0 elsewhere */
    Sight sum[LINES][CELLS];   /* by line: at[] summed from the line's lower end to here */
} Ground;

void ground_compute(Ground *g, const Board *b);

/* 32 ln(1 + n), rounded; of 15 beyond. */
extern const int8_t GROUND_LOG[16];
static inline int ground_log(int n) { return GROUND_LOG[n < 15 ? n : 15]; }

/* The value for Black of a square beside largest groups of these sizes, in 1/32: log ratio and sign. */
static inline int ground_value_of(int black, int white) {
    return ground_log(black) - ground_log(white) + WEIGHT_VIEW_SIGN * ((black > white) - (black < white));
}

/* The stretch between two blockers of line `k`, seen from `s` in the middle and without it. */
static inline Sight ground_stretch(const Ground *g, int k, Square s, LineSpan span) {
    const Sight *sum = &g->sum[k][CELL_MARGIN];
    return sum[span.above - LINE_STEP[k]] - sum[s] + sum[s - LINE_STEP[k]] - sum[span.below];
}

/* All that is seen from `s` past the blockers given. */
static inline Sight ground_sight(const Ground *g, Square s, Bitboard blockers) {
    LineSpan spans[LINES];
    lines_spans(s, blockers, spans);
    Sight sight = 0;
    for (int k = 0; k < LINES; k++) sight += ground_stretch(g, k, s, spans[k]);
    return sight;
}

#endif
