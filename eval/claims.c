#include "eval/claims.h"

#include "engine/variant.h"

enum { LOGISTIC_LIMIT = 2304 };              /* log-odds of 9, in 1/256: what lies beyond counts as 9 */
static int32_t logistic[LOGISTIC_LIMIT + 1]; /* by log-odds >= 0, in parts of CLAIM_ONE */

void claims_init(void) {
    /* In integers, so that every machine makes the same table. The odds against a claim are e^(-i / 256), in 1 / 2^60. */
    const uint64_t one = (uint64_t)1 << 60, step = 1148426689630428644u;
    uint64_t odds = one;
    for (int i = 0; i <= LOGISTIC_LIMIT; i++) {
        logistic[i] = (int32_t)((((unsigned __int128)CLAIM_ONE << 60) + (one + odds) / 2) / (one + odds));
        odds = (uint64_t)((unsigned __int128)odds * step >> 60);
    }
}

int claim_probability(int log_odds) {
    int magnitude = log_odds < 0 ? -log_odds : log_odds;
    int p = logistic[magnitude > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : magnitude];
    return log_odds < 0 ? CLAIM_ONE - p : p;
}

/* Products of up to seven probabilities of 15 bits are not rounded, so that neither the order of the shooters nor an
 * exchange of colours can change a result. A product of four fits into 64 bits, one of seven into 128: so the shooters
 * are treated in two halves. */
typedef unsigned __int128 Wide;
enum { HALF = 4 };
typedef struct {
    uint64_t ways[HALF + 1]; /* by k: the probability of k claims, in parts of CLAIM_ONE^trials */
    int trials;
} Half;

static inline Half half_of(const int *p, int count) {
    Half h = {{1}, count};
    for (int i = 0; i < count; i++) {
        uint64_t win = (uint64_t)p[i], loss = (uint64_t)(CLAIM_ONE - p[i]);
        h.ways[i + 1] = h.ways[i] * win;
        for (int k = i; k > 0; k--) h.ways[k] = h.ways[k] * loss + h.ways[k - 1] * win;
        h.ways[0] *= loss;
    }
    return h;
}

static inline uint64_t to_majority_bits(Wide w, int bits) {
    return (uint64_t)(bits > MAJORITY_BITS ? w >> (bits - MAJORITY_BITS) : w << (MAJORITY_BITS - bits));
}

Odds claims_majority(const int *p, int count, int have, int need) {
    int first = count < HALF ? count : HALF;
    Half a = half_of(p, first), b = half_of(p + first, count - first);
    Wide own = 0, other = 0;
    for (int i = 0; i <= a.trials; i++) {
        uint64_t wins = 0, all = (uint64_t)1 << (CLAIM_BITS * b.trials);
        for (int k = 0; k <= b.trials; k++)
            if (have + i + k >= need) wins += b.ways[k];
        own += (Wide)a.ways[i] * wins;
        other += (Wide)a.ways[i] * (all - wins);
    }
    return (Odds){to_majority_bits(own, CLAIM_BITS * count), to_majority_bits(other, CLAIM_BITS * count)};
}

void claims_slopes(const int *p, int count, int have, int need, uint64_t *slope) {
    int short_by_one = need - have - 1; /* a shooter decides exactly when the others leave the side one claim short */
    for (int i = 0; i < count; i++) {
        int others[MAX_SHOOTERS], n = 0;
        for (int j = 0; j < count; j++)
            if (j != i) others[n++] = p[j];
        int first = n < HALF ? n : HALF;
        Half a = half_of(others, first), b = half_of(others + first, n - first);
        Wide ways = 0;
        for (int k = 0; k <= a.trials; k++) {
            int rest = short_by_one - k;
            if (rest >= 0 && rest <= b.trials) ways += (Wide)a.ways[k] * b.ways[rest];
        }
        slope[i] = to_majority_bits(ways, CLAIM_BITS * n);
    }
}
