/* Who will claim each shooter: log-odds from the groups around it and around the squares it sees. Colours are seen from
 * Black's side here; nothing knows who is to move but the tempo term. */
#ifndef CIERZO_EVAL_SHOOTERS_H
#define CIERZO_EVAL_SHOOTERS_H

#include "engine/play.h"
#include "eval/weights.h"

/* What the groups offer a shooter on each square. */
typedef struct {
    Bitboard beside[2][GROUP_TIERS]; /* by colour: squares beside a group of at least GROUP_TIER_SIZE[t] */
    Bitboard better[2];              /* by colour: squares beside a larger group of that colour, to a tier */
    Bitboard empty;
} Ground;

/* The inputs of the log-odds, each in 1/256, by Term. */
typedef struct {
    int32_t value[TERM_COUNT];
    int seen; /* empty squares seen, at most WEIGHT_SEEN_MAX */
} Features;

void ground_compute(Ground *g, const Board *b);
void ground_finish(Ground *g); /* better[] from beside[] */

/* The features of a shooter on `s` that sees the empty squares `seen`; tempo is +256 with Black to move, -256 with White. */
void shooter_features(const Ground *g, const Board *b, Square s, Bitboard seen, int tempo, Features *out);

/* Empty squares beside the stones of a colour that stand beside `s`: where they can grow. */
enum { ROOM_MAX = 8 };
int shooter_room(const Board *b, Square s, Colour c, Bitboard empty);

/* Log-odds in 1/256 that Black claims it. */
static inline int features_log_odds(const Features *f) {
    const int32_t *w = weights_at[f->seen];
    int32_t sum = 0;
    for (int t = 0; t < TERM_COUNT; t++) sum += w[t] * f->value[t];
    return sum / 256;
}

/* The probability of log-odds in 1/256, in parts of CLAIM_ONE; never quite 0 or CLAIM_ONE. */
enum { CLAIM_BITS = 15, CLAIM_ONE = 1 << CLAIM_BITS };
int shooter_probability(int log_odds);

/* Probabilities that Black and White get the majority, in parts of 2^MAJORITY_BITS. */
enum { MAJORITY_BITS = 60 };
typedef struct {
    uint64_t black, white;
} Odds;

/* Black has claimed `have` shooters, needs `need`, and claims `count` more independently with the probabilities p[i] in parts of
 * CLAIM_ONE: a Poisson-binomial sum, to the last bit independent of their order. */
Odds shooters_majority(const int *p, int count, int have, int need);

/* By how much Black's majority would grow if p[i] went from 0 to CLAIM_ONE, in parts of 2^MAJORITY_BITS; it is linear in each. */
void shooters_slopes(const int *p, int count, int have, int need, uint64_t *slope);

void shooters_init(void);

#endif
