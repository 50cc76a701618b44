#include "eval/score.h"

/* The tables are made of integers only, so that every machine makes the same ones. */
static int probability_of[SCORE_CP_MAX + 1]; /* by cp >= 0 */

int score_to_probability(Score s) {
    if (score_is_proved(s)) return s > 0 ? SCORE_ONE : 0;
    int cp = s < 0 ? -s : s;
    int p = probability_of[cp > SCORE_CP_MAX ? SCORE_CP_MAX : cp];
    return s < 0 ? SCORE_ONE - p : p;
}

/* log2(x) in 1/4096, for any x > 0, rounded down: each squaring of the mantissa gives one more binary digit. */
static int log2_fixed(uint64_t x) {
    int exponent = 63 - __builtin_clzll(x);
    uint64_t mantissa = exponent > 30 ? x >> (exponent - 30) : x << (30 - exponent); /* 1.0 = 2^30 */
    int log = exponent;
    for (int bit = 0; bit < 12; bit++) {
        mantissa = mantissa * mantissa >> 30;
        log *= 2;
        if (mantissa >> 31) {
            mantissa >>= 1;
            log++;
        }
    }
    return log;
}

enum { LOG_BITS = 10 };
static int16_t log2_of[(1 << LOG_BITS) + 1]; /* log2(1 + i / 2^LOG_BITS) in 1/4096 */

static inline int log2_quick(uint64_t x) {
    int exponent = 63 - __builtin_clzll(x);
    uint64_t mantissa = exponent > LOG_BITS ? x >> (exponent - LOG_BITS) : x << (LOG_BITS - exponent);
    return exponent * 4096 + log2_of[mantissa & ((1 << LOG_BITS) - 1)];
}

Score score_of_odds(uint64_t win, uint64_t loss) {
    /* 400 log10(win / loss) = 400 log10(2) (log2 win - log2 loss); 400 log10(2) / 4096 = 1927 / 65536. */
    int cp = (log2_quick(win ? win : 1) - log2_quick(loss ? loss : 1)) * 1927 / 65536;
    return score_clamp(cp);
}

void score_init(void) {
    /* The odds against the side with cp > 0 are 10^(-cp / 400), in 1 / 2^60. */
    const uint64_t one = (uint64_t)1 << 60;
    const uint64_t step = 1146303820432357733u; /* 10^(-1/400) * 2^60 */
    uint64_t odds = one;
    for (int cp = 0; cp <= SCORE_CP_MAX; cp++) {
        probability_of[cp] = (int)((((unsigned __int128)SCORE_ONE << 60) + (one + odds) / 2) / (one + odds));
        odds = (uint64_t)((unsigned __int128)odds * step >> 60);
    }
    for (int i = 0; i < 1 << LOG_BITS; i++)
        log2_of[i] = (int16_t)(log2_fixed(((uint64_t)1 << LOG_BITS) + (uint64_t)i) - LOG_BITS * 4096);
}

Score score_promised(Score searched) {
    enum { PROMISE_FIFTHS = 7 };
    if (score_is_proved(searched)) return searched;
    return score_clamp(searched * PROMISE_FIFTHS / 5);
}
