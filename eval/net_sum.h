/* The parts of the network, inline: for the evaluation, and for search, which orders moves by what a small change of the
 * board changes in the network's sums.
 *
 * Vectors are no wider than 256 bits: of wider ones compilers make poor code. */
#ifndef CIERZO_EVAL_NET_SUM_H
#define CIERZO_EVAL_NET_SUM_H

#include <assert.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "eval/net.h"

typedef int16_t Channels __attribute__((vector_size(2 * NET_CHANNELS)));
typedef uint16_t ChannelSums __attribute__((vector_size(2 * NET_CHANNELS))); /* over up to 100 squares */
typedef int32_t EightInts __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t FourInts __attribute__((vector_size(16), aligned(4), may_alias));
typedef int16_t EightShorts __attribute__((vector_size(16), aligned(2), may_alias));
typedef uint16_t EightSums __attribute__((vector_size(16), aligned(2), may_alias));
static_assert(NET_CHANNELS == 16 && NET_UNITS == 16 && 100 * NET_ACTIVE_MAX < 65536, "two vectors of eight, and sums fit");

typedef struct {
    EightInts low, high;
} Units;
typedef int32_t UnitNumbers[NET_UNITS] __attribute__((aligned(32)));
/* Weights from channels 2k and 2k + 1 to every unit: each number is a pair of 16 bits, as pairs_times takes them. */
typedef UnitNumbers MeanWeights[NET_CHANNELS / 2];

/* What an input adds to the channels or units, by its value: for squares in 1/128, for shooters in 1/256. `seen` includes
 * the bias. */
typedef struct {
    Channels beside[NET_PAIRS], within[NET_PAIRS], ways[NET_WAYS], seen[SIGHT_SEEN_MAX + 1], view[2 * NET_VIEW_MAX + 1];
} NetRows;

/* Of one set of weights; filled by net_init. */
struct NetTables {
    NetRows square, shooter;
    MeanWeights seen, all;
    UnitNumbers board[BOARD_COUNT], output;
    UnitNumbers seen_turned[NET_UNITS]; /* the same weights as `seen`, by unit and then by channel */
    const NetWeights *weights;
};
extern NetTables net_tables[NET_SETS];
extern int32_t net_reciprocal[SQUARES]; /* 65536 / n; filled by net_init */

/* The inputs of one place. */
typedef struct {
    int beside, within, ways, seen, view;
} NetPlace;

static inline NetPlace net_place_at(const NetInputs *in, int cell) {
    return (NetPlace){in->beside[cell], in->within[cell], in->ways[cell], in->seen[cell], in->view[cell]};
}

static inline Channels net_place_sum(const NetRows *r, NetPlace p) {
    return r->beside[p.beside] + r->within[p.within] + r->ways[p.ways] + r->seen[p.seen] + r->view[p.view + NET_VIEW_MAX];
}

/* Within 0 … NET_ACTIVE_MAX. */
static inline Channels net_active(Channels x) {
    x &= (Channels)(x > 0);
    Channels most = (Channels){0} + NET_ACTIVE_MAX, within = (Channels)(x < most);
    return (x & within) | (most & ~within);
}

/* What all shooters of a board share. */
typedef struct {
    const NetTables *tables;
    Channels sums[SQUARES];     /* by empty square: the sum of what its inputs add */
    Channels channels[SQUARES]; /* and that within its bounds */
    Units base;                 /* what the board as a whole adds to the units of every shooter, in 1/32768 */
} NetShared;

void net_share(NetShared *sh, const NetInputs *in);

static inline ChannelSums net_sum_seen(const NetShared *sh, Bitboard sees) {
    ChannelSums seen = {0};
    BB_EACH(s, sees) seen += (ChannelSums)sh->channels[s];
    return seen;
}

/* u += factor * weights. */
static inline void units_add(Units *u, const UnitNumbers weights, int factor) {
    const EightInts *w = (const EightInts *)weights;
    u->low += w[0] * factor;
    u->high += w[1] * factor;
}

/* In each number a0 * b0 + a1 * b1, where a0 and a1 are its two halves of 16 bits: one instruction with AVX2, otherwise
 * seven. */
static inline EightInts pairs_times(EightInts a, EightInts b) {
#ifdef __AVX2__
    return (EightInts)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
    return (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

/* Adds to the units, in 1/32768, what the mean of the channels over `count` squares adds; `sums` are the sums over these
 * squares. Means and units are rounded to the nearest number: rounding down took 16 cp off the side to move. */
static inline void units_add_mean(Units *u, const MeanWeights weights, const ChannelSums *sums, int count) {
    const EightSums *sum = (const EightSums *)sums;
    int32_t by = net_reciprocal[count], pairs[NET_CHANNELS / 2];
    EightShorts *mean = (EightShorts *)pairs;
    mean[0] = __builtin_convertvector((__builtin_convertvector(sum[0], EightInts) * by + (1 << 15)) >> 16, EightShorts);
    mean[1] = __builtin_convertvector((__builtin_convertvector(sum[1], EightInts) * by + (1 << 15)) >> 16, EightShorts);
    for (int k = 0; k < NET_CHANNELS / 2; k++) {
        const EightInts *w = (const EightInts *)weights[k];
        EightInts pair = (EightInts){0} + pairs[k];
        u->low += pairs_times(w[0], pair);
        u->high += pairs_times(w[1], pair);
    }
}

/* The units of a shooter before they are brought within 0 … NET_ACTIVE_MAX, in 1/128. */
static inline Units net_units(const NetShared *sh, NetPlace place, const ChannelSums *seen, int count) {
    Units u = sh->base;
    Channels rows = net_place_sum(&sh->tables->shooter, place);
    const EightShorts *row = (const EightShorts *)&rows;
    units_add_mean(&u, sh->tables->seen, seen, count);
    u.low = (u.low + (__builtin_convertvector(row[0], EightInts) << 7) + (1 << 7)) >> 8;
    u.high = (u.high + (__builtin_convertvector(row[1], EightInts) << 7) + (1 << 7)) >> 8;
    return u;
}

static inline int32_t eight_sum(EightInts x) {
    const FourInts *half = (const FourInts *)&x;
    FourInts four = half[0] + half[1];
    four += __builtin_shufflevector(four, four, 2, 3, 0, 1);
    return four[0] + four[1];
}

static inline EightInts eight_clamp(EightInts x, int most) {
    x &= (EightInts)(x > 0);
    EightInts top = (EightInts){0} + most, within = x < top;
    return (x & within) | (top & ~within);
}

/* The log-odds, in 1/256, of a shooter at a place that sees `count` squares, over which the channels have the sums
 * `seen`. */
static inline int net_odds(const NetShared *sh, NetPlace place, const ChannelSums *seen, int count) {
    Units u = net_units(sh, place, seen, count);
    const EightInts *w = (const EightInts *)sh->tables->output;
    EightInts sums = eight_clamp(u.low, NET_ACTIVE_MAX) * w[0] + eight_clamp(u.high, NET_ACTIVE_MAX) * w[1];
    return (sh->tables->weights->bias * 128 + eight_sum(sums) + (1 << 6)) >> 7;
}

/* By channel: by how much net_odds grows when the mean of this channel over the seen squares grows by one, which is
 * 1/128. The growth is given in 1/128 of the 1/256 that net_odds counts. */
static inline Units net_slope(const NetShared *sh, NetPlace place, const ChannelSums *seen, int count) {
    Units u = net_units(sh, place, seen, count), slope = {{0}, {0}};
    const EightInts *w = (const EightInts *)sh->tables->output;
    UnitNumbers free;
    *(EightInts *)free = w[0] & (u.low > 0) & (u.low < (EightInts){0} + NET_ACTIVE_MAX);
    *(EightInts *)(free + 8) = w[1] & (u.high > 0) & (u.high < (EightInts){0} + NET_ACTIVE_MAX);
    for (int k = 0; k < NET_UNITS; k++) units_add(&slope, sh->tables->seen_turned[k], free[k]);
    slope.low >>= 8;
    slope.high >>= 8;
    return slope;
}

#endif
