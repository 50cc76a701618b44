/* The terms follow what a fit of a prototype found to matter: the difference of the logarithms of the largest groups at the
 * shooter and on the squares it sees, and who would claim it there. A logarithm is summed up over tiers of group size, so that
 * a mean over many squares is a few population counts. */
#include "eval/shooters.h"

/* ln((1 + size of this tier) / (1 + size of the tier below)), in 1/256, for tiers 1, 2, 3, 5, 8, 13: what reaching it adds. */
static const int32_t TIER_STEP[GROUP_TIERS] = {177, 104, 74, 104, 104, 113};

/* 256 * ln(1 + n). */
static const int16_t LOG_ROOM[ROOM_MAX + 1] = {0, 177, 281, 355, 412, 459, 498, 532, 562};

static int32_t reciprocal[WEIGHT_SEEN_MAX + 1]; /* 65536 / n */
enum { LOGISTIC_LIMIT = 2304 };                 /* 9 nats in 1/256 */
static int32_t logistic[LOGISTIC_LIMIT + 1];    /* by log-odds >= 0, in parts of CLAIM_ONE */

void shooters_init(void) {
    for (int n = 1; n <= WEIGHT_SEEN_MAX; n++) reciprocal[n] = 65536 / n;
    reciprocal[0] = 65536;
    const uint64_t one = (uint64_t)1 << 60;
    const uint64_t step = 1148426689630428644u; /* e^(-1/256) * 2^60 */
    uint64_t odds = one;
    for (int i = 0; i <= LOGISTIC_LIMIT; i++) {
        logistic[i] = (int32_t)((((unsigned __int128)CLAIM_ONE << 60) + (one + odds) / 2) / (one + odds));
        odds = (uint64_t)((unsigned __int128)odds * step >> 60);
    }
}

int shooter_probability(int log_odds) {
    int magnitude = log_odds < 0 ? -log_odds : log_odds;
    int p = logistic[magnitude > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : magnitude];
    return log_odds < 0 ? CLAIM_ONE - p : p;
}

void ground_finish(Ground *g) {
    g->better[BLACK] = g->better[WHITE] = 0;
    for (int t = 0; t < GROUP_TIERS; t++) {
        g->better[BLACK] |= g->beside[BLACK][t] & ~g->beside[WHITE][t];
        g->better[WHITE] |= g->beside[WHITE][t] & ~g->beside[BLACK][t];
    }
}

void ground_compute(Ground *g, const Board *b) {
    for (int c = BLACK; c <= WHITE; c++)
        for (int t = 0; t < GROUP_TIERS; t++) g->beside[c][t] = bb_beside(b->groups.tier[c][t]);
    g->empty = position_empty(&b->position);
    ground_finish(g);
}

int shooter_room(const Board *b, Square s, Colour c, Bitboard empty) {
    Bitboard near = bb_beside(bb_of(s)) & b->position.stones[c];
    return bb_count(bb_beside(near) & empty);
}

void shooter_features(const Ground *g, const Board *b, Square s, Bitboard seen, int tempo, Features *out) {
    int n = bb_count(seen);
    const Bitboard here = bb_of(s);
    int32_t size = 0, mean = 0;
    for (int t = 0; t < GROUP_TIERS; t++) {
        const Bitboard black = g->beside[BLACK][t], white = g->beside[WHITE][t];
        size += TIER_STEP[t] * ((black & here ? 1 : 0) - (white & here ? 1 : 0));
        mean += TIER_STEP[t] * (bb_count(seen & black) - bb_count(seen & white));
    }
    int share = bb_count(seen & g->better[BLACK]) - bb_count(seen & g->better[WHITE]);
    int sign = (g->better[BLACK] & here ? 1 : 0) - (g->better[WHITE] & here ? 1 : 0);
    out->seen = n > WEIGHT_SEEN_MAX ? WEIGHT_SEEN_MAX : n;
    int32_t scale = reciprocal[out->seen];
    out->value[TERM_TEMPO] = tempo;
    out->value[TERM_SIZE] = size;
    out->value[TERM_SIGN] = sign * 256;
    out->value[TERM_MEAN] = mean * scale / 65536;
    out->value[TERM_SHARE] = share * scale / 256;
    out->value[TERM_ROOM] = LOG_ROOM[shooter_room(b, s, BLACK, g->empty)] - LOG_ROOM[shooter_room(b, s, WHITE, g->empty)];
}

/* Products of up to seven probabilities of 15 bits are kept whole in 128 bits, so that neither the order of the shooters nor
 * the exchange of colours can change a result. */
typedef unsigned __int128 Wide;

/* ways[k], the weight of k successes in `trials`, becomes that of one trial more. */
static inline void convolve(Wide *ways, int trials, int p) {
    uint32_t win = (uint32_t)p, loss = (uint32_t)(CLAIM_ONE - p);
    ways[trials + 1] = ways[trials] * win;
    for (int k = trials; k > 0; k--) ways[k] = ways[k] * loss + ways[k - 1] * win;
    ways[0] *= loss;
}

Odds shooters_majority(const int *p, int count, int have, int need) {
    Wide ways[MAX_SHOOTERS + 1] = {1}, black = 0, white = 0;
    for (int i = 0; i < count; i++) convolve(ways, i, p[i]);
    for (int k = 0; k <= count; k++) {
        if (have + k >= need) black += ways[k];
        else white += ways[k];
    }
    int bits = CLAIM_BITS * count; /* black + white is 2^bits */
    return bits > MAJORITY_BITS ? (Odds){(uint64_t)(black >> (bits - MAJORITY_BITS)), (uint64_t)(white >> (bits - MAJORITY_BITS))}
                                : (Odds){(uint64_t)black << (MAJORITY_BITS - bits), (uint64_t)white << (MAJORITY_BITS - bits)};
}

void shooters_slopes(const int *p, int count, int have, int need, uint64_t *slope) {
    int short_by_one = need - have - 1; /* one claim matters exactly when the others bring Black one short */
    for (int i = 0; i < count; i++) {
        Wide ways[MAX_SHOOTERS + 1] = {1};
        int trials = 0;
        for (int j = 0; j < count; j++)
            if (j != i) convolve(ways, trials++, p[j]);
        int bits = CLAIM_BITS * trials;
        Wide w = short_by_one >= 0 && short_by_one <= trials ? ways[short_by_one] : 0;
        slope[i] = (uint64_t)(bits > MAJORITY_BITS ? w >> (bits - MAJORITY_BITS) : w << (MAJORITY_BITS - bits));
    }
}
