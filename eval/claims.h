/* From the probabilities of single claims to that of the majority. Search uses the parts to order moves. */
#ifndef CIERZO_EVAL_CLAIMS_H
#define CIERZO_EVAL_CLAIMS_H

#include <stdint.h>

/* The probability of log-odds in 1/256, in parts of CLAIM_ONE; never quite 0 or CLAIM_ONE. */
enum { CLAIM_BITS = 15, CLAIM_ONE = 1 << CLAIM_BITS };
int claim_probability(int log_odds);

/* Probabilities that one side and the other get the majority, in parts of 2^MAJORITY_BITS. */
enum { MAJORITY_BITS = 60 };
typedef struct {
    uint64_t own, other;
} Odds;

/* A side has claimed `have` shooters, needs `need`, and claims `count` more independently with the probabilities p[i] in parts of
 * CLAIM_ONE: a Poisson-binomial sum, to the last bit independent of their order. */
Odds claims_majority(const int *p, int count, int have, int need);

/* By how much its majority would grow if p[i] went from 0 to CLAIM_ONE, in parts of 2^MAJORITY_BITS; it is linear in each. */
void claims_slopes(const int *p, int count, int have, int need, uint64_t *slope);

void claims_init(void);

#endif
