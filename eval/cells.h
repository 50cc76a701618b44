/* Vectors of 32 bytes, one for each of 32 cells of the grid, by the vector extension that gcc and clang share; on
 * processors with smaller vectors the compiler makes them of several. A comparison gives -1 or 0 in each cell. Plain
 * loops left to the compiler take five times the instructions. Private to the eval library. */
#ifndef CIERZO_EVAL_CELLS_H
#define CIERZO_EVAL_CELLS_H

#include "engine/groups.h"

typedef uint8_t Bytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef int8_t SignedBytes __attribute__((vector_size(32), aligned(1), may_alias));

enum {
    CELLS_FIRST = CELL_MARGIN,
    CELLS_LAST = CELLS_FIRST + SQUARES,
    CELLS_GRID_END = CELLS_FIRST + 112 /* all squares of the grid come before it */
};

static inline Bytes cells_load(const uint8_t *at) { return *(const Bytes *)at; }
static inline void cells_store(uint8_t *at, Bytes v) { *(Bytes *)at = v; }

/* These are for values below 128. cells_more: 255 where a > b, 0 elsewhere. */
static inline Bytes cells_more(Bytes a, Bytes b) { return (Bytes)((SignedBytes)a > (SignedBytes)b); }
static inline Bytes cells_max(Bytes a, Bytes b) {
    Bytes first = cells_more(a, b);
    return (a & first) | (b & ~first);
}
static inline Bytes cells_min(Bytes a, Bytes b) {
    Bytes first = cells_more(a, b);
    return (b & first) | (a & ~first);
}

#endif
