/* How good probabilities are: log-loss and Brier score of results by thirds of the game, and of claims; reliability, with its error by
 * bootstrap over games. */
#ifndef CIERZO_TOOLS_LAB_FIT_MEASURES_H
#define CIERZO_TOOLS_LAB_FIT_MEASURES_H

#include <stddef.h>

enum { MEASURE_BINS = 10 };

/* Sums over positions. */
typedef struct {
    double result_loss[3], result_brier[3], results[3]; /* by third */
    double claim_loss, claim_brier, claims;
    double promised[MEASURE_BINS], kept[MEASURE_BINS], count[MEASURE_BINS]; /* by promised probability of the result */
} Measures;

void measures_result(Measures *m, int third, double promised, int kept);
void measures_claim(Measures *m, double promised, int kept);
void measures_add(Measures *m, const Measures *other);

/* Mean log-loss of the result. */
double measures_loss(const Measures *m);

/* Prints one line of the sum over games. */
void measures_report(const char *title, const Measures *by_game, size_t games);

/* Prints how much lower b's log-loss is than a's in each third, and how reliable b is by bins: each with twice the standard error of
 * 200 bootstrap samples of the games. */
void measures_compare(const Measures *a, const Measures *b, size_t games);

/* The measures of games in a file, as this machine has them in memory. Both functions end the program on failure; the loaded ones are the caller's to free. */
void measures_save(const Measures *by_game, size_t games, const char *path);
Measures *measures_load(size_t games, const char *path);

#endif
