#include "eval/ground.h"

#include <string.h>

#include "eval/cells.h"

const int8_t GROUND_LOG[16] = {0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89};

/* Everything below works on vectors of cells. */
typedef Sight EightSights __attribute__((vector_size(32), aligned(4), may_alias));

static inline EightSights load8(const Sight *at) { return *(const EightSights *)at; }
static inline void store8(Sight *at, EightSights v) { *(EightSights *)at = v; }

static inline void fill_largest(uint8_t *out, const uint8_t *size) {
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32) {
        const uint8_t *at = size + i;
        cells_store(out + i, cells_max(cells_max(cells_load(at - 1), cells_load(at + 1)),
                                       cells_max(cells_load(at - STRIDE), cells_load(at + STRIDE))));
    }
}

/* The largest value of the square itself and of those of its neighbours that are empty. */
static inline void fill_within(uint8_t *out, const uint8_t *largest, const uint8_t *open) {
    uint8_t through[CELLS] = {0};
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32)
        cells_store(through + i, cells_load(largest + i) & (Bytes)(cells_load(open + i) > 0));
    fill_largest(out, through);
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32)
        cells_store(out + i, cells_max(cells_load(out + i), cells_load(largest + i)));
}

/* ground_log as a sum of steps. */
static inline Bytes log_of(Bytes n) {
    static const uint8_t STEP[15] = {22, 13, 9, 8, 5, 5, 5, 3, 4, 3, 3, 2, 2, 3, 2};
    Bytes log = {0};
    for (int k = 0; k < 15; k++) log += (Bytes)((SignedBytes)n > (int8_t)k) & STEP[k]; /* sizes stay below 128 */
    return log;
}

static inline SignedBytes sign_times(Bytes black, Bytes white, int8_t weight) {
    return ((SignedBytes)(black > white) & weight) - ((SignedBytes)(black < white) & weight);
}

static inline void fill_value(int8_t *out, const uint8_t *black, const uint8_t *white) {
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32) {
        Bytes b = cells_load(black + i), w = cells_load(white + i);
        *(SignedBytes *)(out + i) = (SignedBytes)(log_of(b) - log_of(w)) + sign_times(b, w, GROUND_SIGN);
    }
}

static inline void fill_outer(int8_t *out, const uint8_t *black, const uint8_t *white) {
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32)
        *(SignedBytes *)(out + i) = sign_times(cells_load(black + i), cells_load(white + i), GROUND_OUTER_SIGN);
}

/* A plain loop: compilers make better vectors of this one than of __builtin_convertvector. */
static inline void fill_at(Sight *restrict at, const int8_t *restrict value, const int8_t *restrict outer,
                           const uint8_t *restrict open) {
    for (int i = 0; i < CELLS; i++) at[i] = ((value[i] + outer[i]) * 256 + 1) & -(Sight)open[i];
}

/* Sums of `at` along the lines of one direction, 0 at every blocker. down[i] is what the next cell above i sees when it
 * looks down its line, up[i] is what the next cell below i sees when it looks up.
 *
 * Where nothing blocks, down[i] is down[i - step] + at[i]. So a block of `step` cells is the sum of the block before it
 * and its part of `at`, and the block before it is still in two registers of eight cells. (Reading it back from memory
 * costs three times as much, since it would lie across two stores.) A block has fewer than 16 cells: what the registers
 * hold past its end is meaningless, and is overwritten by the next block. */
typedef struct {
    Sight down[CELLS], up[CELLS];
} Runs;

static inline void fill_runs(Runs *r, const Sight *at, const Sight *clear, int step) {
    EightSights low = {0}, high = {0};
    for (int i = 0; i < CELLS_GRID_END; i += step) {
        low = (low + load8(at + i)) & load8(clear + i);
        high = (high + load8(at + i + 8)) & load8(clear + i + 8);
        store8(r->down + i, low);
        store8(r->down + i + 8, high);
    }
    low = high = (EightSights){0};
    for (int i = CELLS_GRID_END / step * step; i >= 0; i -= step) {
        EightSights above = low;
        low = (low + load8(at + i)) & load8(clear + i);
        high = (high + load8(at + i + 8)) & load8(clear + i + 8);
        store8(r->up + i, low);
        store8(r->up + i + 8, high);
        store8(r->up + i + step, above); /* again, since the store before reached into it */
    }
}

static inline void fill_rank_runs(Runs *r, const Sight *at, const Sight *clear) {
    Sight down = 0, up = 0;
    r->down[CELLS_FIRST - 1] = r->up[CELLS_GRID_END] = 0;
    for (int i = CELLS_FIRST, j = CELLS_GRID_END - 1; i < CELLS_GRID_END; i++, j--) {
        r->down[i] = down = (down + at[i]) & clear[i];
        r->up[j] = up = (up + at[j]) & clear[j];
    }
}

static inline void mark(Sight *cells, uint64_t squares) {
    for (; squares; squares &= squares - 1) cells[__builtin_ctzll(squares)] = -1;
}

/* -1 where lines pass, 0 elsewhere. Goes through the two 64-bit halves of the set, with a quarter of the instructions of
 * bb_pop. */
static inline void fill_clear(Sight *clear, Bitboard passable) {
    memset(clear, 0, CELLS * sizeof *clear);
    mark(clear + CELL_MARGIN, (uint64_t)passable);
    mark(clear + CELL_MARGIN + 64, (uint64_t)(passable >> 64));
}

static inline void fill_sight(Sight *sight, const Sight *at, Bitboard blockers) {
    Sight clear[CELLS];
    Runs runs[LINES];
    fill_clear(clear, ~blockers);
    fill_rank_runs(&runs[0], at, clear);
    fill_runs(&runs[1], at, clear, STRIDE - 1);
    fill_runs(&runs[2], at, clear, STRIDE);
    fill_runs(&runs[3], at, clear, STRIDE + 1);
    memset(sight, 0, CELLS * sizeof *sight);
    for (int i = CELLS_FIRST; i < CELLS_GRID_END; i += 8) {
        EightSights all = {0};
        for (int k = 0; k < LINES; k++) all += load8(runs[k].down + i - LINE_STEP[k]) + load8(runs[k].up + i + LINE_STEP[k]);
        store8(sight + i, all);
    }
}

void ground_compute(Ground *g, const Board *b) {
    int8_t outer[CELLS] = {0};
    g->empty = position_empty(&b->position);
    g->blockers = position_blockers(&b->position);
    for (int c = BLACK; c <= WHITE; c++) {
        fill_largest(g->largest[c], b->groups.size[c]);
        fill_within(g->within[c], g->largest[c], b->open);
    }
    fill_value(g->value, g->largest[BLACK], g->largest[WHITE]);
    fill_outer(outer, g->within[BLACK], g->within[WHITE]);
    fill_at(g->at, g->value, outer, b->open);
    fill_sight(g->sight, g->at, g->blockers);
}
