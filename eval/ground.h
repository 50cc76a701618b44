/* What the board offers a shooter: for each empty square how good a claim there would be for Black, summed up over what is seen from
 * everywhere, and once more over what is seen from there.
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

/* A sum of sights: the number of squares in the low 11 bits (35 * 35 at most), the values above them. */
typedef int32_t Vista;
enum { VISTA_BITS = 11 };
static inline int vista_seen(Vista v) { return v & ((1 << VISTA_BITS) - 1); }
static inline int vista_value(Vista v) { return v >> VISTA_BITS; }

typedef struct {
    Bitboard empty, blockers;
    /* By cell: */
    uint8_t largest[2][CELLS];    /* by colour: largest group beside it */
    uint8_t within[2][CELLS];     /* by colour: largest group beside it or beside an empty square beside it */
    int8_t value[CELLS];          /* ground_value_of the largest groups beside it */
    int8_t outer[CELLS];          /* the same of those within reach, by its own weights */
    Sight at[CELLS];              /* an empty square alone, value and outer; 0 elsewhere */
    Sight sight[CELLS];           /* all that is seen from here */
    Vista vista_sum[LINES][CELLS]; /* by line: the sights of the empty squares summed from the line's lower end to here */
    Sight sum[LINES][CELLS];       /* the same of at[]; only after ground_sum */
} Ground;

void ground_compute(Ground *g, const Board *b);

/* Fills sum[], which only views cut short need. */
void ground_sum(Ground *g);

/* 32 ln(1 + n), rounded; of 15 beyond. */
extern const int8_t GROUND_LOG[16];
static inline int ground_log(int n) { return GROUND_LOG[n < 15 ? n : 15]; }

/* The value for Black of a square beside largest groups of these sizes, in 1/32: log ratio and sign. */
static inline int ground_value_of(int black, int white) {
    return ground_log(black) - ground_log(white) + WEIGHT_VIEW_SIGN * ((black > white) - (black < white));
}

/* The sum over all squares seen from `s` past these blockers, from one of the tables of sums: of each line what lies above and what
 * lies below. */
static inline int32_t ground_along_lines(const int32_t sums[LINES][CELLS], Square s, Bitboard blockers) {
    LineSpan spans[LINES];
    lines_spans(s, blockers, spans);
    int32_t all = 0;
    for (int k = 0; k < LINES; k++) {
        const int32_t *sum = &sums[k][CELL_MARGIN];
        all += sum[spans[k].above - LINE_STEP[k]] - sum[s] + sum[s - LINE_STEP[k]] - sum[spans[k].below];
    }
    return all;
}

/* All that is seen from the squares seen from `s`. */
static inline Vista ground_vista(const Ground *g, Square s, Bitboard blockers) {
    return ground_along_lines(g->vista_sum, s, blockers);
}

/* What is seen from `s` past other blockers than the board's, for which there is sight[]. Only after ground_sum. */
static inline Sight ground_sight(const Ground *g, Square s, Bitboard blockers) {
    return ground_along_lines(g->sum, s, blockers);
}

#endif
