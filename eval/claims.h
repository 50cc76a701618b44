/* Who will claim each shooter, and what follows for the majority. Search uses the parts to order moves. Probabilities and log-odds
 * are Black's. */
#ifndef CIERZO_EVAL_CLAIMS_H
#define CIERZO_EVAL_CLAIMS_H

#include "eval/ground.h"
#include "eval/score.h"

/* ---- one shooter ---- */

/* The inputs of the log-odds, each in 1/32, by Term. */
typedef struct {
    int32_t value[TERM_COUNT];
    int seen; /* empty squares seen, at most WEIGHT_SEEN_MAX */
} Features;

/* The tempo feature with that colour to move. */
static inline int claims_tempo(Colour to_move) { return to_move == BLACK ? 32 : -32; }

/* Features of a shooter on `s` that has `sight` and `vista`, beside largest groups of these sizes. */
void features_compute(Features *f, const Ground *g, Square s, Sight sight, Vista vista, int black, int white, int tempo);

/* Log-odds in 1/256 that Black claims it. */
static inline int features_log_odds(const Features *f) {
    const int32_t *w = weights_at[f->seen];
    int32_t sum = 0;
    for (int t = 0; t < TERM_COUNT; t++) sum += w[t] * f->value[t];
    return sum / 32;
}

/* The probability of log-odds in 1/256, in parts of CLAIM_ONE; never quite 0 or CLAIM_ONE. */
enum { CLAIM_BITS = 15, CLAIM_ONE = 1 << CLAIM_BITS };
int claim_probability(int log_odds);

/* ---- all shooters ---- */

typedef struct {
    int count; /* unclaimed shooters, in bit order */
    Square square[MAX_SHOOTERS];
    Sight sight[MAX_SHOOTERS];
    Vista vista[MAX_SHOOTERS];
    Features features[MAX_SHOOTERS];
    int black[MAX_SHOOTERS]; /* probability that Black claims it, in parts of CLAIM_ONE */
} Claims;

/* The estimate as if `to_move` were to move. */
void claims_estimate(Claims *c, const Ground *g, const Board *b, Colour to_move);

/* ---- the majority ---- */

/* Probabilities that Black and White get the majority, in parts of 2^MAJORITY_BITS. */
enum { MAJORITY_BITS = 60 };
typedef struct {
    uint64_t black, white;
} Odds;

/* Black has claimed `have` shooters, needs `need`, and claims `count` more independently with the probabilities p[i] in parts of
 * CLAIM_ONE: a Poisson-binomial sum, to the last bit independent of their order. */
Odds claims_majority(const int *p, int count, int have, int need);

/* By how much Black's majority would grow if p[i] went from 0 to CLAIM_ONE, in parts of 2^MAJORITY_BITS; it is linear in each. */
void claims_slopes(const int *p, int count, int have, int need, uint64_t *slope);

Odds claims_odds(const Claims *c, const Position *p);
/* From the view of the side to move. */
Score claims_score(const Claims *c, const Position *p);

void claims_init(void);

#endif
