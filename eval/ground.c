#include "eval/ground.h"

const int8_t GROUND_LOG[16] = {0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89};

/* Everything below works on vectors of cells, in the vector language that gcc and clang share: 256 bits, made of smaller ones
 * where the processor has no such. Comparisons yield -1 or 0 in each cell. Against loops left to the compiler this saves four
 * in five instructions. */
typedef uint8_t Bytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef int8_t SignedBytes __attribute__((vector_size(32), aligned(1), may_alias));
typedef Sight EightSights __attribute__((vector_size(32), aligned(4), may_alias));

enum { FIRST = CELL_MARGIN, LAST = FIRST + SQUARES };

static inline Bytes load(const uint8_t *at) { return *(const Bytes *)at; }
static inline void store(uint8_t *at, Bytes v) { *(Bytes *)at = v; }

static inline Bytes max(Bytes a, Bytes b) {
    Bytes first = (Bytes)((SignedBytes)a > (SignedBytes)b); /* sizes stay below 128 */
    return (a & first) | (b & ~first);
}

static inline void fill_largest(uint8_t *out, const uint8_t *size) {
    for (int i = FIRST; i < LAST; i += 32)
        store(out + i, max(max(load(size + i - 1), load(size + i + 1)), max(load(size + i - STRIDE), load(size + i + STRIDE))));
}

static inline void add_neighbours(uint8_t *out, const uint8_t *in) {
    for (int i = FIRST; i < LAST; i += 32)
        store(out + i, load(in + i - 1) + load(in + i + 1) + load(in + i - STRIDE) + load(in + i + STRIDE));
}

static inline void fill_room(uint8_t *out, const uint8_t *sides, const uint8_t *size) {
    uint8_t liberties[CELLS] = {0};
    for (int i = FIRST; i < LAST; i += 32) store(liberties + i, load(sides + i) & (Bytes)(load(size + i) > 0));
    add_neighbours(out, liberties);
}

/* ground_log as a sum of steps. */
static inline Bytes log_of(Bytes n) {
    static const uint8_t STEP[15] = {22, 13, 9, 8, 5, 5, 5, 3, 4, 3, 3, 2, 2, 3, 2};
    Bytes log = {0};
    for (int k = 0; k < 15; k++) log += (Bytes)((SignedBytes)n > (int8_t)k) & STEP[k]; /* sizes stay below 128 */
    return log;
}

static inline void fill_value(int8_t *out, const uint8_t *black, const uint8_t *white) {
    for (int i = FIRST; i < LAST; i += 32) {
        Bytes b = load(black + i), w = load(white + i);
        SignedBytes sign = ((SignedBytes)(b > w) & WEIGHT_GROUND_SIGN) - ((SignedBytes)(b < w) & WEIGHT_GROUND_SIGN);
        *(SignedBytes *)(out + i) = (SignedBytes)(log_of(b) - log_of(w)) + sign;
    }
}

/* The one loop that compilers turn into vectors by themselves, and better than __builtin_convertvector. */
static inline void fill_at(Sight *restrict at, const int8_t *restrict value, const uint8_t *restrict open) {
    for (int i = 0; i < CELLS; i++) at[i] = (value[i] * 256 + 1) & -(Sight)open[i];
}

/* Cell i is at[i] more than cell i - step: in blocks of `step` cells each block is the one before plus its own, and the running
 * block stays in two registers. (Reading back what was just stored, across two stores, costs three times as much.) The lanes past
 * a block's end hold nonsense, which the next block overwrites. */
static inline void fill_sum(Sight *sum, const Sight *at, int step) {
    EightSights low = {0}, high = {0};
    for (int i = 0; i < LAST; i += step) {
        low += *(const EightSights *)(at + i);
        *(EightSights *)(sum + i) = low;
        high += *(const EightSights *)(at + i + 8);
        *(EightSights *)(sum + i + 8) = high;
    }
}

static inline void fill_rank_sum(Sight *sum, const Sight *at) {
    Sight running = 0;
    for (int i = 0; i < FIRST; i++) sum[i] = 0;
    for (int i = FIRST; i < LAST; i++) sum[i] = running += at[i];
}

void ground_compute(Ground *g, const Board *b) {
    g->empty = position_empty(&b->position);
    g->blockers = position_blockers(&b->position);
    add_neighbours(g->sides, b->open);
    for (int c = BLACK; c <= WHITE; c++) {
        fill_largest(g->largest[c], b->groups.size[c]);
        fill_room(g->room[c], g->sides, b->groups.size[c]);
    }
    fill_value(g->value, g->largest[BLACK], g->largest[WHITE]);
    fill_at(g->at, g->value, b->open);
    fill_rank_sum(g->sum[0], g->at);
    fill_sum(g->sum[1], g->at, STRIDE - 1);
    fill_sum(g->sum[2], g->at, STRIDE);
    fill_sum(g->sum[3], g->at, STRIDE + 1);
}
