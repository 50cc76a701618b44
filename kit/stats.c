/* With three outcomes and two conditions (the chances sum to 1, and the hypothesis), a hypothesis leaves one number free, and the
 * likelihood is concave in it: the likeliest distribution is where its slope is zero, found by halving an interval. */
#include "kit/stats.h"

#include <math.h>

static const double Z95 = 1.959963984540054;

/* Elo per unit of (share - 1/2) / spread of a game: the slope of the logistic curve there, 800 / ln 10. */
static const double NELO_UNIT = 347.43558552260146;

/* What an outcome that has not occurred counts as, so that its chance has a logarithm. */
static const double UNSEEN = 1e-3;

double stats_elo(double share) { return 400 * -log10(1 / share - 1) + 0.0; /* not -0 */ }

double stats_share(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* ---- estimates ---- */

/* From `count` independent results with this mean and variance; `spread` is that of a single game. */
static Estimate estimate_from(double mean, double variance, int64_t count, double spread) {
    double error = sqrt(variance / (double)count),
           sigmas = mean == 0.5 ? 0 : (mean - 0.5) / error; /* no spread at all: no nan */
    double low = fmax(mean - Z95 * error, 0), high = fmin(mean + Z95 * error, 1);
    return (Estimate){.share = mean,
                      .elo = stats_elo(mean),
                      .elo_error = (stats_elo(high) - stats_elo(low)) / 2,
                      .nelo = spread > 0 ? NELO_UNIT * (mean - 0.5) / spread : (double)NAN,
                      .nelo_error = spread > 0 ? NELO_UNIT * Z95 * error / spread : (double)NAN,
                      .los = 0.5 * erfc(-sigmas / sqrt(2))};
}

Estimate stats_of_pairs(Pairs p) {
    int64_t count = p.lost + p.split + p.won;
    double n = (double)count, mean = ((double)p.won + 0.5 * (double)p.split) / n;
    double variance = ((double)p.won + 0.25 * (double)p.split) / n - mean * mean;
    return estimate_from(mean, variance, count, sqrt(2 * variance));
}

Estimate stats_of_games(int64_t won, int64_t lost) {
    int64_t count = won + lost;
    double mean = (double)won / (double)count, variance = mean * (1 - mean);
    return estimate_from(mean, variance, count, sqrt(variance));
}

void stats_wilson(int64_t won, int64_t games, double *low, double *high) {
    *low = 0;
    *high = 1;
    if (games <= 0) return;
    double n = (double)games, share = (double)won / n, z2 = Z95 * Z95, scale = 1 + z2 / n;
    double centre = (share + z2 / (2 * n)) / scale, half = Z95 * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / scale;
    *low = fmax(centre - half, 0);
    *high = fmin(centre + half, 1);
}

/* ---- the likeliest distribution of a hypothesis ---- */

typedef struct {
    double lost, split, won;
} Weights;

static double log_likelihood(Weights seen, Weights chance) {
    return seen.lost * log(chance.lost) + seen.split * log(chance.split) + seen.won * log(chance.won);
}

/* Where a falling slope is zero between two ends at which it is infinite. */
static double top(double (*slope)(double x, Weights seen, double given), Weights seen, double given, double low,
                  double high) {
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high) break;
        *(slope(middle, seen, given) > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* Given the mean m, by the chance x of a split pair: won m - x/2, lost 1 - m - x/2. */
static double slope_of_mean(double x, Weights seen, double m) {
    return seen.split / x - seen.lost / (2 * (1 - m) - x) - seen.won / (2 * m - x);
}

static Weights likeliest_of_mean(Weights seen, double m) {
    double x = top(slope_of_mean, seen, m, 0, 2 * fmin(m, 1 - m));
    return (Weights){1 - m - x / 2, x, m - x / 2};
}

/* Given t = (mean - 1/2) / spread of a pair, t > 0, by x = mean - 1/2. With k = 1 + 1/t^2 the spread x/t means: split 1 - 4kx^2,
 * won 2kx^2 + x, lost 2kx^2 - x; their logarithms are concave in x, and all are positive for 1/(2k) < x < 1/(2 sqrt k). */
static double slope_of_ratio(double x, Weights seen, double k) {
    return (seen.lost + seen.won) / x + 2 * k * (seen.lost / (2 * k * x - 1) + seen.won / (2 * k * x + 1)) -
           8 * k * x * seen.split / (1 - 4 * k * x * x);
}

static Weights likeliest_of_ratio(Weights seen, double t) {
    if (fabs(t) < 1e-9) return likeliest_of_mean(seen, 0.5);
    if (t < 0) {
        Weights mirrored = likeliest_of_ratio((Weights){seen.won, seen.split, seen.lost}, -t);
        return (Weights){mirrored.won, mirrored.split, mirrored.lost};
    }
    double k = 1 + 1 / (t * t), x = top(slope_of_ratio, seen, k, 1 / (2 * k), 1 / (2 * sqrt(k)));
    return (Weights){2 * k * x * x - x, 1 - 4 * k * x * x, 2 * k * x * x + x};
}

/* The ratio of a pair is sqrt 2 times that of a game: twice the distance from one half at sqrt 2 times the spread. */
static Weights likeliest(Weights seen, double elo, StatsModel model) {
    return model == STATS_LOGISTIC ? likeliest_of_mean(seen, stats_share(elo))
                                   : likeliest_of_ratio(seen, sqrt(2) * elo / NELO_UNIT);
}

/* ---- the test ---- */

static double seen_at_least(int64_t count) { return count > 0 ? (double)count : UNSEEN; }

double stats_llr(Pairs p, const Sprt *s) {
    if (p.lost + p.split + p.won <= 0) return 0;
    Weights seen = {seen_at_least(p.lost), seen_at_least(p.split), seen_at_least(p.won)};
    return log_likelihood(seen, likeliest(seen, s->elo1, s->model)) -
           log_likelihood(seen, likeliest(seen, s->elo0, s->model));
}

void stats_bounds(const Sprt *s, double *lower, double *upper) {
    *lower = log(s->beta / (1 - s->alpha));
    *upper = log((1 - s->beta) / s->alpha);
}
