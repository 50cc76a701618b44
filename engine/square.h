/* Squares and colours.
 *
 * Every rule set lives on one 11-column grid: files a..j in columns 0..9, a pad column 10 that is never part of
 * any board, ranks 1..10 in rows 0..9. The pad makes one-step shifts of a 128-bit set wrap-free, and smaller boards
 * are the lower left corner of the same grid, so no table depends on the board's size. */
#ifndef CIERZO_ENGINE_SQUARE_H
#define CIERZO_ENGINE_SQUARE_H

#include <stdint.h>

typedef uint8_t Square;

enum {
    STRIDE = 11,     /* columns of the grid, the pad included */
    MAX_SIZE = 10,   /* files and ranks of the largest board */
    SQUARES = 128,   /* length of an array indexed by square */
    NO_SQUARE = 127, /* outside every board; fits in seven bits as all squares do */
    MAX_SHOOTERS = 7
};

typedef enum { BLACK, WHITE, NO_COLOUR } Colour;

static inline Colour colour_other(Colour c) { return c == BLACK ? WHITE : BLACK; }

/* file and rank count from 0, each below MAX_SIZE. */
static inline Square square_at(int file, int rank) { return (Square)(rank * STRIDE + file); }
static inline int square_file(Square s) { return s % STRIDE; }
static inline int square_rank(Square s) { return s / STRIDE; }

/* The order in which setup squares are written: by file, then by rank. */
static inline int square_by_file(Square s) { return square_file(s) * MAX_SIZE + square_rank(s); }

#endif
