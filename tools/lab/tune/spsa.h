/* Tuning by SPSA: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation" (1992),
 * with the gains of his "Implementation of the simultaneous perturbation algorithm for stochastic optimization" (1998). Each iteration
 * moves all numbers at once, each up or down by chance, plays the one side against the other, and takes all of them a little towards
 * the side that won. That costs two settings an iteration, however many numbers there are.
 *
 * Arithmetic alone: no games, no files. All chance follows from the seed and the number of the iteration. */
#ifndef CIERZO_TOOLS_LAB_TUNE_SPSA_H
#define CIERZO_TOOLS_LAB_TUNE_SPSA_H

#include <stdint.h>

#include "search/tunables.h"

enum { SPSA_MOST = 64 };

/* What is asked for; filled by the caller up to `drift`, then handed to spsa_prepare. */
typedef struct {
    int count;                  /* of the numbers, 1 to SPSA_MOST */
    Tunable numbers[SPSA_MOST]; /* to begin with, and their ranges; a step is Spall's c */
    int iterations, games;      /* games of an iteration, both at least 1 */
    uint64_t seed;
    double drift; /* how far, in steps, chance alone would take a number by the end (standard deviation), above 0 */
    double gain;  /* Spall's a; set by spsa_prepare */
} SpsaPlan;

typedef struct {
    int done; /* iterations */
    double at[SPSA_MOST];
} SpsaState;

/* The two settings of an iteration, as whole numbers in their ranges, and the seed of its games, below 2^31. */
typedef struct {
    int plus[SPSA_MOST], minus[SPSA_MOST];
    uint32_t seed;
} SpsaTrial;

void spsa_prepare(SpsaPlan *p);
SpsaState spsa_begin(const SpsaPlan *p);
SpsaTrial spsa_trial(const SpsaPlan *p, const SpsaState *s);

/* Takes in the games of the trial: what `plus` won less what it lost. */
void spsa_learn(const SpsaPlan *p, SpsaState *s, const SpsaTrial *t, int balance);

/* The whole number nearest to where a number is. */
int spsa_value(const SpsaState *s, int number);

/* How far chance alone has taken a number after k iterations, in steps (standard deviation, at most); p->drift after the last. */
double spsa_chance(const SpsaPlan *p, int k);

/* Spall's c_k for a step of 1, and a_k, of iteration k from 1 on. */
double spsa_reach(int k);
double spsa_gain(const SpsaPlan *p, int k);

#endif
