/* Queen lines: what a square sees. */
#ifndef CIERZO_ENGINE_LINES_H
#define CIERZO_ENGINE_LINES_H

#include "engine/bitboard.h"

/* Fills the line tables. Call once at start-up. */
void lines_init(void);

/* The squares on the eight queen lines from `s`, each line up to but without its first blocker. `blockers` must hold
 * the walls of the rule set (variant.h). */
Bitboard lines_seen(Square s, Bitboard blockers);

/* The eight rays of `s` in pairs of opposite directions: how many squares before the first blocker.
 * lengths[2 * k] and lengths[2 * k + 1] lie on one line. */
void lines_lengths(Square s, Bitboard blockers, int lengths[8]);

/* The four lines through a square: by how much the number of the square grows from one square of the line to the next. */
enum { LINES = 4 };
static const int LINE_STEP[LINES] = {1, STRIDE - 1, STRIDE, STRIDE + 1};

/* The nearest blockers on a line in both directions. Without one, the first place of the line past the grid: a number
 * that is no square of it, between -STRIDE - 1 and SQUARES - 1. */
typedef struct {
    int16_t below, above;
} LineSpan;
void lines_spans(Square s, Bitboard blockers, LineSpan spans[LINES]);

#endif
