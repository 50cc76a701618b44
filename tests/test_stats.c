/* kit/stats.c against numbers computed another way: a Python program with the formulas as they are published (the likeliest
 * distributions as tilted ones, p / (1 + theta (a - s)) with theta by halving, those of the normalised model by Van den Bergh's fixed
 * point), in double precision. */
#include "kit/stats.h"

#include <math.h>

#include "tests/support.h"

TestSuite(stats, .init = support_init);

static void close_to(double got, double expected, double tolerance, const char *what) {
    cr_assert(fabs(got - expected) <= tolerance, "%s: %.12g, not %.12g", what, got, expected);
}

/* Elo(p) = -400 log10(1/p - 1): Elo, "The Rating of Chessplayers" (1978). */
Test(stats, elo_of_a_share) {
    close_to(stats_elo(0.5), 0, 1e-12, "even");
    close_to(stats_elo(10.0 / 11), 400, 1e-9, "ten to one");
    close_to(stats_elo(0.76), 200.24, 0.01, "76 %");
    close_to(stats_share(-400), 1.0 / 11, 1e-12, "-400");
    for (double elo = -700; elo <= 700; elo += 13) close_to(stats_elo(stats_share(elo)), elo, 1e-9, "there and back");
    cr_assert(isinf(stats_elo(1)) && stats_elo(1) > 0);
    cr_assert(isinf(stats_elo(0)) && stats_elo(0) < 0);
}

Test(stats, estimates_of_pairs) {
    static const struct {
        Pairs p;
        Estimate e;
    } CASES[] = {
        {{100, 200, 140}, {0.5454545455, 31.67249842, 24.03107281, 30.47211665, 22.95519853, 0.9953628600}},
        {{30, 50, 20}, {0.45, -34.86007029, 48.47022806, -35.09629408, 48.15123067, 0.0765637255}},
        {{0, 5, 9}, {0.8214285714, 265.10313267, 178.36641557, 329.60633713, 128.68957708, 0.9999997416}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Estimate e = stats_of_pairs(CASES[i].p), x = CASES[i].e;
        close_to(e.share, x.share, 1e-9, "share");
        close_to(e.elo, x.elo, 1e-7, "elo");
        close_to(e.elo_error, x.elo_error, 1e-7, "elo error");
        close_to(e.nelo, x.nelo, 1e-7, "nelo");
        close_to(e.nelo_error, x.nelo_error, 1e-7, "nelo error");
        close_to(e.los, x.los, 1e-9, "los");
    }
}

/* Pairs that came about by independent games spread as those games do; pairs that always split do not spread at all. */
Test(stats, pairs_and_games_agree_where_they_must) {
    Estimate pairs = stats_of_pairs((Pairs){160, 480, 360}), games = stats_of_games(1200, 800);
    close_to(pairs.share, games.share, 1e-12, "share");
    close_to(pairs.elo_error, games.elo_error, 1e-9, "error");
    close_to(pairs.nelo, games.nelo, 1e-9, "nelo");
    Estimate split = stats_of_pairs((Pairs){0, 10, 0});
    close_to(split.elo, 0, 0, "elo");
    close_to(split.elo_error, 0, 0, "error");
    close_to(split.los, 0.5, 0, "los");
    Estimate all = stats_of_pairs((Pairs){0, 0, 10});
    cr_assert(isinf(all.elo) && all.los > 0.999);
    cr_assert(isnan(stats_of_pairs((Pairs){0, 0, 0}).elo));
}

/* The roots of (w/n - x)^2 = z^2 x (1 - x) / n. */
Test(stats, wilson_interval) {
    static const struct {
        int64_t won, games;
        double low, high;
    } CASES[] = {{110, 200, 0.4807561514, 0.6173593160},
                 {0, 10, 0, 0.2775327999},
                 {10, 10, 0.7224672001, 1},
                 {1, 3, 0.0614919447, 0.7923403992},
                 {0, 0, 0, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        double low, high;
        stats_wilson(CASES[i].won, CASES[i].games, &low, &high);
        close_to(low, CASES[i].low, 1e-9, "low");
        close_to(high, CASES[i].high, 1e-9, "high");
    }
}

typedef struct {
    Pairs p;
    double elo0, elo1, logistic, normalized;
} LlrCase;

static const LlrCase LLRS[] = {
    {{100, 200, 140}, 0, 20, 2.8937644696, 2.9556964098},
    {{100, 200, 140}, -10, 0, 2.4392338824, 2.5673838907},
    {{1000, 2500, 1100}, 0, 20, -4.0723873762, -3.1745881767},
    {{1000, 2500, 1100}, 0, 5, 2.1095315614, 2.0597779603},
    {{1000, 2500, 1100}, -5, 5, 6.3029512439, 6.0241786636},
    {{300, 900, 250}, 0, 20, -13.8029838353, -11.4034683501},
    {{300, 900, 250}, -10, 0, -2.2133986207, -2.1049051731},
    {{10, 0, 12}, 0, 20, 0.0787007475, 0.0899778550},
    {{0, 5, 9}, 0, 20, 0.7825923709, 0.8709856844},
    {{0, 0, 30}, -5, 5, 0.8634694080, 1.2210255148},
    {{1, 0, 0}, 0, 5, -0.0144948847, -0.0205479923},
};

Test(stats, llr_of_both_models) {
    for (size_t i = 0; i < sizeof LLRS / sizeof *LLRS; i++) {
        const LlrCase *c = &LLRS[i];
        Sprt s = {.elo0 = c->elo0, .elo1 = c->elo1, .model = STATS_LOGISTIC};
        close_to(stats_llr(c->p, &s), c->logistic, 1e-7, "logistic");
        s.model = STATS_NORMALIZED;
        close_to(stats_llr(c->p, &s), c->normalized, 1e-7, "normalised");
    }
    cr_assert_eq(stats_llr((Pairs){0, 0, 0}, &(Sprt){.elo0 = 0, .elo1 = 5}), 0);
}

/* N (s1 - s0) (2 s - s0 - s1) / (2 v): what the GSPRT tends to ("A practical introduction to the GSPRT"). */
Test(stats, llr_tends_to_its_normal_approximation) {
    for (int64_t n = 1000; n <= 1000000; n *= 10) {
        Pairs p = {n * 24 / 100, n / 2, n * 26 / 100};
        Sprt s = {.elo0 = 0, .elo1 = 5, .model = STATS_LOGISTIC};
        double mean = 0.51, v = 0.25 * 0.5 + 0.26 - mean * mean, s0 = 0.5, s1 = stats_share(5);
        double normal = (double)n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * v);
        close_to(stats_llr(p, &s) / normal, 1, 2e-3, "ratio");
    }
}

Test(stats, llr_changes_sides_with_the_players) {
    for (size_t i = 0; i < sizeof LLRS / sizeof *LLRS; i++)
        for (int model = STATS_LOGISTIC; model <= STATS_NORMALIZED; model++) {
            const LlrCase *c = &LLRS[i];
            Sprt s = {.elo0 = c->elo0, .elo1 = c->elo1, .model = (StatsModel)model};
            Sprt mirrored = {.elo0 = -c->elo1, .elo1 = -c->elo0, .model = (StatsModel)model};
            close_to(stats_llr(c->p, &s), -stats_llr((Pairs){c->p.won, c->p.split, c->p.lost}, &mirrored), 1e-7, "mirrored");
        }
}

/* log(beta / (1 - alpha)) and log((1 - beta) / alpha): ln 19 = 2.944438979, ln(0.9/0.05) = 2.890371758, ln(0.1/0.95) = -2.251291799. */
Test(stats, bounds_of_wald) {
    double lower, upper;
    stats_bounds(&(Sprt){.alpha = 0.05, .beta = 0.05}, &lower, &upper);
    close_to(lower, -2.944438979, 1e-9, "lower");
    close_to(upper, 2.944438979, 1e-9, "upper");
    stats_bounds(&(Sprt){.alpha = 0.05, .beta = 0.1}, &lower, &upper);
    close_to(lower, -2.251291799, 1e-9, "lower");
    close_to(upper, 2.890371758, 1e-9, "upper");
}

/* What the test is for: of engines that differ by elo1 it refuses about a share beta, of equal ones it takes about alpha. */
Test(stats, errors_are_as_promised) {
    Random r = random_seeded(1);
    Sprt s = {.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.05, .model = STATS_LOGISTIC};
    double lower, upper;
    stats_bounds(&s, &lower, &upper);
    for (int truth = 0; truth < 2; truth++) {
        int wrong = 0;
        double share = truth ? stats_share(s.elo1) : 0.5;
        for (int test = 0; test < 300; test++) {
            Pairs p = {0, 0, 0};
            double llr = 0;
            while (llr > lower && llr < upper) {
                int points = 0;
                for (int game = 0; game < 2; game++) points += random_below(&r, 1000000) < share * 1000000;
                p.lost += points == 0;
                p.split += points == 1;
                p.won += points == 2;
                llr = stats_llr(p, &s);
            }
            wrong += (llr >= upper) != truth;
        }
        cr_assert(wrong <= 30, "%d of 300 wrong", wrong); /* 15 expected at most, a standard deviation below 4 */
    }
}
