/* The statistics of matches. There are no draws, so a pair of games from one opening with the players exchanged ends in three ways:
 * both lost, one of each, both won. Of the pentanomial counts of chess the second and fourth are always empty.
 *
 * Sources: M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo" (hardy.uhasselt.be/Fishtest); A. Wald,
 * "Sequential tests of statistical hypotheses" (1945); E. B. Wilson, "Probable inference" (1927). */
#ifndef CIERZO_KIT_STATS_H
#define CIERZO_KIT_STATS_H

#include <stdint.h>

/* Pairs by their points: 0, 1, 2. */
typedef struct {
    int64_t lost, split, won;
} Pairs;

/* A share of points and what follows from it. Errors are half the width of the 95 % interval. Without any spread the
 * normalised values are nan; where every point went to one side, Elo is infinite. */
typedef struct {
    double share;          /* 0 .. 1 */
    double elo, elo_error; /* logistic */
    double nelo,
        nelo_error; /* normalised: in units of the spread of one game; the same value takes the same number of games */
    double los;     /* the probability that the share is above one half, by the normal approximation */
} Estimate;

Estimate stats_of_pairs(Pairs p);
/* Of games that are not paired. */
Estimate stats_of_games(int64_t won, int64_t lost);

/* Elo from an expected share, -400 log10(1/share - 1), and back. */
double stats_elo(double share);
double stats_share(double elo);

/* The 95 % interval of a share of wins. 0 .. 1 without games. */
void stats_wilson(int64_t won, int64_t games, double *low, double *high);

typedef enum { STATS_LOGISTIC, STATS_NORMALIZED } StatsModel;

typedef struct {
    double elo0, elo1;  /* of the two hypotheses, elo0 < elo1 */
    double alpha, beta; /* the chances of a wrong H1 and a wrong H0 */
    StatsModel model;
} Sprt;

/* Log-likelihood ratio of H1 to H0, generalised: the spread of the outcomes is not known beforehand, so each hypothesis is given the
 * likeliest distribution that has its Elo. 0 without pairs. */
double stats_llr(Pairs p, const Sprt *s);
/* Wald's bounds: at or below `lower` H0 is accepted, at or above `upper` H1. */
void stats_bounds(const Sprt *s, double *lower, double *upper);

#endif
