#include "eval/ground.h"

#include <string.h>

const int8_t GROUND_LOG[16] = {0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89};

/* Everything below works on vectors of cells, in the vector language that gcc and clang share: 256 bits, made of smaller ones
 * where the processor has no such. Comparisons yield -1 or 0 in each cell. Against loops left to the compiler this saves four
 * in five instructions. */
typedef uint8_t Bytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef int8_t SignedBytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef Sight EightSights __attribute__((vector_size(32), aligned(4), may_alias));

enum {
    FIRST = CELL_MARGIN,
    LAST = FIRST + SQUARES,
    GRID_END = FIRST + 112 /* all squares of the grid come before it */
};

static inline Bytes load(const uint8_t *at) { return *(const Bytes *)at; }
static inline void store(uint8_t *at, Bytes v) { *(Bytes *)at = v; }

static inline EightSights load8(const Sight *at) { return *(const EightSights *)at; }
static inline void store8(Sight *at, EightSights v) { *(EightSights *)at = v; }

static inline Bytes max(Bytes a, Bytes b) {
    Bytes first = (Bytes)((SignedBytes)a > (SignedBytes)b); /* sizes stay below 128 */
    return (a & first) | (b & ~first);
}

static inline void fill_largest(uint8_t *out, const uint8_t *size) {
    for (int i = FIRST; i < LAST; i += 32)
        store(out + i, max(max(load(size + i - 1), load(size + i + 1)), max(load(size + i - STRIDE), load(size + i + STRIDE))));
}

/* The largest of the neighbours that are empty, and of the square itself. */
static inline void fill_within(uint8_t *out, const uint8_t *largest, const uint8_t *open) {
    uint8_t through[CELLS] = {0};
    for (int i = FIRST; i < LAST; i += 32) store(through + i, load(largest + i) & (Bytes)(load(open + i) > 0));
    fill_largest(out, through);
    for (int i = FIRST; i < LAST; i += 32) store(out + i, max(load(out + i), load(largest + i)));
}

/* ground_log, or a part of it, as a sum of steps. */
static inline Bytes log_of(Bytes n, const uint8_t step[15]) {
    Bytes log = {0};
    for (int k = 0; k < 15; k++) log += (Bytes)((SignedBytes)n > (int8_t)k) & step[k]; /* sizes stay below 128 */
    return log;
}

static inline void fill_value(int8_t *out, const uint8_t *black, const uint8_t *white, const uint8_t step[15], int8_t weight) {
    for (int i = FIRST; i < LAST; i += 32) {
        Bytes b = load(black + i), w = load(white + i);
        SignedBytes sign = ((SignedBytes)(b > w) & weight) - ((SignedBytes)(b < w) & weight);
        *(SignedBytes *)(out + i) = (SignedBytes)(log_of(b, step) - log_of(w, step)) + sign;
    }
}

/* The one loop that compilers turn into vectors by themselves, and better than __builtin_convertvector. */
static inline void fill_at(Sight *restrict at, const int8_t *restrict value, const int8_t *restrict outer,
                           const uint8_t *restrict open) {
    for (int i = 0; i < CELLS; i++) at[i] = ((value[i] + outer[i]) * 256 + 1) & -(Sight)open[i];
}

/* Cell i is at[i] more than cell i - step: in blocks of `step` cells each block is the one before plus its own, and the running
 * block stays in two registers. (Reading back what was just stored, across two stores, costs three times as much.) The lanes past
 * a block's end hold nonsense, which the next block overwrites. */
static inline void fill_sum(Sight *sum, const Sight *at, int step) {
    EightSights low = {0}, high = {0};
    for (int i = 0; i < GRID_END; i += step) {
        low += load8(at + i);
        high += load8(at + i + 8);
        store8(sum + i, low);
        store8(sum + i + 8, high);
    }
}

static inline void fill_rank_sum(Sight *sum, const Sight *at) {
    Sight running = 0;
    for (int i = 0; i < FIRST; i++) sum[i] = 0;
    for (int i = FIRST; i < GRID_END; i++) sum[i] = running += at[i];
}

static inline void fill_sums(Sight sum[LINES][CELLS], const Sight *at) {
    fill_rank_sum(sum[0], at);
    fill_sum(sum[1], at, STRIDE - 1);
    fill_sum(sum[2], at, STRIDE);
    fill_sum(sum[3], at, STRIDE + 1);
}

/* Sums that start again behind each blocker: what is seen looking down a line from the cell above, and up it from the one below. */
typedef struct {
    Sight down[CELLS], up[CELLS];
} Runs;

static inline void fill_runs(Runs *r, const Sight *at, const Sight *clear, int step) {
    EightSights low = {0}, high = {0};
    for (int i = 0; i < GRID_END; i += step) {
        low = (low + load8(at + i)) & load8(clear + i);
        high = (high + load8(at + i + 8)) & load8(clear + i + 8);
        store8(r->down + i, low);
        store8(r->down + i + 8, high);
    }
    low = high = (EightSights){0};
    for (int i = GRID_END / step * step; i >= 0; i -= step) {
        EightSights above = low;
        low = (low + load8(at + i)) & load8(clear + i);
        high = (high + load8(at + i + 8)) & load8(clear + i + 8);
        store8(r->up + i, low);
        store8(r->up + i + 8, high);
        store8(r->up + i + step, above); /* which the nonsense lanes have just overwritten */
    }
}

static inline void fill_rank_runs(Runs *r, const Sight *at, const Sight *clear) {
    Sight down = 0, up = 0;
    r->down[FIRST - 1] = r->up[GRID_END] = 0;
    for (int i = FIRST, j = GRID_END - 1; i < GRID_END; i++, j--) {
        r->down[i] = down = (down + at[i]) & clear[i];
        r->up[j] = up = (up + at[j]) & clear[j];
    }
}

static inline void mark(Sight *cells, uint64_t squares) {
    for (; squares; squares &= squares - 1) cells[__builtin_ctzll(squares)] = -1;
}

/* -1 where lines pass, 0 elsewhere. Half a set at a time: a quarter of the instructions of taking squares off the whole. */
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
    for (int i = FIRST; i < GRID_END; i += 8) {
        EightSights all = {0};
        for (int k = 0; k < LINES; k++) all += load8(runs[k].down + i - LINE_STEP[k]) + load8(runs[k].up + i + LINE_STEP[k]);
        store8(sight + i, all);
    }
}

static inline void fill_vista(Vista *restrict vista, const Sight *restrict sight, const uint8_t *restrict open) {
    for (int i = 0; i < CELLS; i++)
        vista[i] = ((sight[i] >> 8) * (1 << VISTA_BITS) + (sight[i] & 0xFF)) & -(Vista)open[i];
}

/* The steps of ground_log whole, and in the part that WEIGHT_OUTER_RATIO leaves of them. */
static const uint8_t STEP[15] = {22, 13, 9, 8, 5, 5, 5, 3, 4, 3, 3, 2, 2, 3, 2};
#define PART(step) ((step) * WEIGHT_OUTER_RATIO / 32)
static const uint8_t OUTER_STEP[15] = {PART(22), PART(35) - PART(22), PART(44) - PART(35), PART(52) - PART(44), PART(57) - PART(52),
                                       PART(62) - PART(57), PART(67) - PART(62), PART(70) - PART(67), PART(74) - PART(70),
                                       PART(77) - PART(74), PART(80) - PART(77), PART(82) - PART(80), PART(84) - PART(82),
                                       PART(87) - PART(84), PART(89) - PART(87)};
#undef PART

void ground_compute(Ground *g, const Board *b) {
    g->empty = position_empty(&b->position);
    g->blockers = position_blockers(&b->position);
    for (int c = BLACK; c <= WHITE; c++) {
        fill_largest(g->largest[c], b->groups.size[c]);
        fill_within(g->within[c], g->largest[c], b->open);
    }
    fill_value(g->value, g->largest[BLACK], g->largest[WHITE], STEP, WEIGHT_VIEW_SIGN);
    fill_value(g->outer, g->within[BLACK], g->within[WHITE], OUTER_STEP, WEIGHT_OUTER_SIGN);
    fill_at(g->at, g->value, g->outer, b->open);
    fill_sight(g->sight, g->at, g->blockers);
    Vista vista[CELLS];
    fill_vista(vista, g->sight, b->open);
    fill_sums(g->vista_sum, vista);
}

void ground_sum(Ground *g) { fill_sums(g->sum, g->at); }
