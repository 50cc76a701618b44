#include "tools/lab/fit/measures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/splitmix.h"
#include "tools/lab/fit/games.h"

static double log_loss(double promised, int kept) {
    double p = kept ? promised : 1 - promised;
    return -log(p < 1e-6 ? 1e-6 : p);
}

void measures_result(Measures *m, int third, double promised, int kept) {
    m->result_loss[third] += log_loss(promised, kept);
    m->result_brier[third] += (promised - kept) * (promised - kept);
    m->results[third]++;
    int bin = promised >= 1 ? MEASURE_BINS - 1 : (int)(promised * MEASURE_BINS);
    m->promised[bin] += promised;
    m->kept[bin] += kept;
    m->count[bin]++;
}

void measures_claim(Measures *m, double promised, int kept) {
    m->claim_loss += log_loss(promised, kept);
    m->claim_brier += (promised - kept) * (promised - kept);
    m->claims++;
}

void measures_add(Measures *m, const Measures *other) {
    double *a = (double *)m;
    const double *b = (const double *)other;
    for (size_t i = 0; i < sizeof *m / sizeof *a; i++) a[i] += b[i];
}

double measures_loss(const Measures *m) {
    return (m->result_loss[0] + m->result_loss[1] + m->result_loss[2]) / (m->results[0] + m->results[1] + m->results[2]);
}

void measures_report(const char *title, const Measures *by_game, size_t games) {
    Measures all = {0}, *m = &all;
    for (size_t i = 0; i < games; i++) measures_add(&all, &by_game[i]);
    printf("%-26s result log-loss %.4f (thirds %.4f %.4f %.4f)  Brier %.4f %.4f %.4f  claims log-loss %.4f Brier %.4f\n",
           title, measures_loss(m), m->result_loss[0] / m->results[0], m->result_loss[1] / m->results[1],
           m->result_loss[2] / m->results[2], m->result_brier[0] / m->results[0], m->result_brier[1] / m->results[1],
           m->result_brier[2] / m->results[2], m->claim_loss / m->claims, m->claim_brier / m->claims);
}

void measures_save(const Measures *by_game, size_t games, const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(by_game, sizeof *by_game, games, f) != games || fclose(f)) fit_fail("cannot write", path);
}

Measures *measures_load(size_t games, const char *path) {
    Measures *by_game = calloc(games + 1, sizeof *by_game);
    FILE *f = fopen(path, "rb");
    if (!f || !by_game || fread(by_game, sizeof *by_game, games + 1, f) != games)
        fit_fail("not the measures of these games", path);
    fclose(f);
    return by_game;
}

/* What is compared: percent lower by third, then kept minus promised by bin. */
enum { FIGURES = 3 + MEASURE_BINS, SAMPLES = 200 };

static void figures_of(const Measures *a, const Measures *b, double out[FIGURES]) {
    for (int t = 0; t < 3; t++) out[t] = 100 * (1 - b->result_loss[t] / a->result_loss[t]);
    for (int k = 0; k < MEASURE_BINS; k++) out[3 + k] = b->count[k] > 0 ? (b->kept[k] - b->promised[k]) / b->count[k] : 0;
}

void measures_compare(const Measures *a, const Measures *b, size_t games) {
    uint64_t random = 1;
    double sum[FIGURES] = {0}, squares[FIGURES] = {0}, whole[FIGURES];
    Measures all = {0};
    for (int sample = 0; sample <= SAMPLES; sample++) {
        Measures x = {0}, y = {0};
        double figures[FIGURES];
        for (size_t i = 0; i < games; i++) {
            size_t game = sample ? (size_t)splitmix64_below(&random, (int)games) : i; /* sample 0 is the games themselves */
            measures_add(&x, &a[game]);
            measures_add(&y, &b[game]);
        }
        figures_of(&x, &y, figures);
        if (!sample) {
            memcpy(whole, figures, sizeof whole);
            all = y;
            continue;
        }
        for (int k = 0; k < FIGURES; k++) {
            sum[k] += figures[k];
            squares[k] += figures[k] * figures[k];
        }
    }
    double error[FIGURES];
    for (int k = 0; k < FIGURES; k++)
        error[k] = 2 * sqrt(fmax(0, squares[k] / SAMPLES - sum[k] / SAMPLES * sum[k] / SAMPLES));
    printf("log-loss lower by");
    for (int t = 0; t < 3; t++) printf(" %.1f±%.1f %%", whole[t], error[t]);
    printf(" in the thirds; twice the standard error, by bootstrap over games\nreliability: promised, kept minus promised "
           "(positions)\n");
    for (int k = 0; k < MEASURE_BINS; k++)
        if (all.count[k] > 0)
            printf("  %.3f  %+.3f±%.3f (%.0f)\n", all.promised[k] / all.count[k], whole[3 + k], error[3 + k], all.count[k]);
}
