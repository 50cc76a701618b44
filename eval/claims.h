/* From the probabilities of single claims to that of the majority. Search calls this too, to order moves. */
#ifndef CIERZO_EVAL_CLAIMS_H
#define CIERZO_EVAL_CLAIMS_H

#include <stdint.h>

/* Turns log-odds, in 1/256, into a probability in parts of CLAIM_ONE, which is never quite 0 or CLAIM_ONE. */
enum { CLAIM_BITS = 15, CLAIM_ONE = 1 << CLAIM_BITS };
int claim_probability(int log_odds);

/* The probabilities that a side and that the other one gets the majority, in parts of 2^MAJORITY_BITS. */
enum { MAJORITY_BITS = 60 };
typedef struct {
    uint64_t own, other;
} Odds;

/* For a side that has claimed `have` shooters of the `need` that win, and will claim each of `count` more, independently,
 * with probability p[i] in parts of CLAIM_ONE (a Poisson-binomial sum). The order of the p[i] does not change a bit of
 * the result. */
Odds claims_majority(const int *p, int count, int have, int need);

/* Sets slope[i] to how much the probability of its majority would grow if p[i] went from 0 to CLAIM_ONE, in parts of
 * 2^MAJORITY_BITS. The probability is linear in each p[i]. */
void claims_slopes(const int *p, int count, int have, int need, uint64_t *slope);

/* Fills the table. Call once at start-up. */
void claims_init(void);

#endif
