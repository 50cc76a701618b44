/* The terms follow what a fit of a prototype found to matter: the largest groups at the shooter and at the squares it sees, who
 * would claim it there, and whose turn it is. */
#include "eval/claims.h"

static int32_t reciprocal[WEIGHT_SEEN_MAX + 1]; /* 65536 / n */
enum { LOGISTIC_LIMIT = 2304 };                 /* 9 nats in 1/256 */
static int32_t logistic[LOGISTIC_LIMIT + 1];    /* by log-odds >= 0, in parts of CLAIM_ONE */

void claims_init(void) {
    reciprocal[0] = 65536;
    for (int n = 1; n <= WEIGHT_SEEN_MAX; n++) reciprocal[n] = 65536 / n;
    /* Integers only, so that every machine makes the same table: odds against, e^(-i / 256), in 1 / 2^60. */
    const uint64_t one = (uint64_t)1 << 60, step = 1148426689630428644u;
    uint64_t odds = one;
    for (int i = 0; i <= LOGISTIC_LIMIT; i++) {
        logistic[i] = (int32_t)((((unsigned __int128)CLAIM_ONE << 60) + (one + odds) / 2) / (one + odds));
        odds = (uint64_t)((unsigned __int128)odds * step >> 60);
    }
}

/* ---- one shooter ---- */

int claim_probability(int log_odds) {
    int magnitude = log_odds < 0 ? -log_odds : log_odds;
    int p = logistic[magnitude > LOGISTIC_LIMIT ? LOGISTIC_LIMIT : magnitude];
    return log_odds < 0 ? CLAIM_ONE - p : p;
}

void features_compute(Features *f, const Ground *g, Square s, Sight sight, Vista vista, int black, int white,
                      int tempo) {
    int n = sight_seen(sight), cell = s + CELL_MARGIN;
    int ratio = ground_log(black) - ground_log(white);
    f->seen = n > WEIGHT_SEEN_MAX ? WEIGHT_SEEN_MAX : n;
    f->value[TERM_TEMPO] = tempo;
    f->value[TERM_RATIO] = ratio;
    f->value[TERM_SIGN] = ((black > white) - (black < white)) * 32;
    int beyond = vista_seen(vista);
    f->value[TERM_VISTA] = beyond ? vista_value(vista) / beyond : 0;
    f->value[TERM_VIEW] = sight_value(sight) * reciprocal[f->seen] / 65536;
    int outer_black = g->within[BLACK][cell] > black ? g->within[BLACK][cell] : black;
    int outer_white = g->within[WHITE][cell] > white ? g->within[WHITE][cell] : white;
    f->value[TERM_OUTER_RATIO] = ground_log(outer_black) - ground_log(outer_white);
    f->value[TERM_OUTER_SIGN] = ((outer_black > outer_white) - (outer_black < outer_white)) * 32;
}

/* ---- all shooters ---- */

void claims_estimate(Claims *c, const Ground *g, const Board *b, Colour to_move) {
    int tempo = claims_tempo(to_move);
    c->count = 0;
    for (Bitboard rest = b->position.shooters; rest; c->count++) {
        int i = c->count;
        Square s = c->square[i] = bb_pop(&rest);
        int cell = s + CELL_MARGIN;
        c->sight[i] = g->sight[cell];
        c->vista[i] = ground_vista(g, s, g->blockers);
        features_compute(&c->features[i], g, s, c->sight[i], c->vista[i], g->largest[BLACK][cell], g->largest[WHITE][cell], tempo);
        c->black[i] = claim_probability(features_log_odds(&c->features[i]));
    }
}

/* ---- the majority ---- */

/* Products of up to seven probabilities of 15 bits are kept whole, so that neither the order of the shooters nor the exchange of
 * colours can change a result: four of them fit 64 bits, all of them 128. */
typedef unsigned __int128 Wide;
enum { HALF = 4 };
typedef struct {
    uint64_t ways[HALF + 1]; /* weight of k successes */
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
    Wide black = 0, white = 0;
    for (int i = 0; i <= a.trials; i++) {
        uint64_t wins = 0, all = (uint64_t)1 << (CLAIM_BITS * b.trials);
        for (int k = 0; k <= b.trials; k++)
            if (have + i + k >= need) wins += b.ways[k];
        black += (Wide)a.ways[i] * wins;
        white += (Wide)a.ways[i] * (all - wins);
    }
    return (Odds){to_majority_bits(black, CLAIM_BITS * count), to_majority_bits(white, CLAIM_BITS * count)};
}

void claims_slopes(const int *p, int count, int have, int need, uint64_t *slope) {
    int short_by_one = need - have - 1; /* one claim matters exactly when the others bring Black one short */
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

Odds claims_odds(const Claims *c, const Position *p) {
    return claims_majority(c->black, c->count, p->claims[BLACK], variant_majority(p->variant));
}

Score claims_score(const Claims *c, const Position *p) {
    Odds odds = claims_odds(c, p);
    Score independent = p->side == BLACK ? score_of_odds(odds.black, odds.white) : score_of_odds(odds.white, odds.black);
    int eighth = bb_count(position_empty(p)) * WEIGHT_EIGHTHS / bb_count(p->variant->board);
    Score score = independent * weights_sharpness[eighth < WEIGHT_EIGHTHS ? eighth : WEIGHT_EIGHTHS - 1] / 32;
    return score > SCORE_CP_MAX ? SCORE_CP_MAX : score < -SCORE_CP_MAX ? -SCORE_CP_MAX : score;
}
