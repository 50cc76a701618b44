/* Fits the network of net.h to all games but every fifth of the last file, on which it is measured.
 *
 * Adam (Kingma and Ba, 2015) over batches, the rate falling by a cosine. Two threads share each batch in a fixed way and their sums are
 * added in a fixed order, so the same games give the same network.
 *
 * Before anything else the evaluation as built is compared with the model's arithmetic in every position. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/splitmix.h"
#include "eval/eval.h"
#include "tools/lab/fit/fit.h"
#include "tools/lab/fit/measures.h"
#include "tools/lab/fit/model.h"

enum { FIT_THREADS = 2, FIT_BATCH = 256 };
static const float RATE = 0.004f;

/* ---- cases ---- */

static FitCase *cases;
static size_t case_count, case_room;
static ModelWeights built;
static NetSet built_set;
static int first_held_out; /* first game of the last file */

static bool is_held_out(int game) { return game >= first_held_out && (game - first_held_out) % HOLD_OUT == 0; }

static void add_net_case(const GamePosition *at) {
    static ModelPass pass;
    if (case_count == case_room) cases = fit_more(cases, &case_room, sizeof *cases);
    cases[case_count] = case_of_position(at);
    model_forward(&built, &cases[case_count++], &pass);
    /* Of the games of all rule sets the evaluation takes those of some for weights of their own. */
    if (net_set_of(at->board->position.variant) == built_set &&
        fabsf(pass.own - (float)score_to_probability(eval_score(at->board)) / SCORE_ONE) > FIT_TOLERANCE)
        fit_fail("the model and the evaluation differ", at->board->position.variant->name);
}

/* ---- fitting ---- */

typedef struct {
    ModelWeights gradient;
    ModelPass pass;
    double loss;
} FitShare;

static ModelWeights model;
static ModelTurned turned;
static FitShare shares[FIT_THREADS];
static size_t *order; /* of the cases to fit to */
static size_t batch;  /* where in `order` it begins */
static bool done;
static pthread_barrier_t gate;

static void take_share(int thread) {
    FitShare *s = &shares[thread];
    for (size_t i = (size_t)thread; i < FIT_BATCH; i += FIT_THREADS) {
        const FitCase *c = &cases[order[batch + i]];
        model_forward(&model, c, &s->pass);
        s->loss -= (double)logf(model_clip(c->won ? s->pass.own : 1 - s->pass.own));
        model_backward(&model, &turned, c, &s->pass, &s->gradient);
    }
}

static void *help_fit(void *thread) {
    for (;;) {
        pthread_barrier_wait(&gate);
        if (done) return NULL;
        take_share((int)(intptr_t)thread);
        pthread_barrier_wait(&gate);
    }
}

/* One step of Adam, `part` of the way through the fit. */
static void take_step(int step, float part) {
    static float mean[MODEL_PARAMETERS], square[MODEL_PARAMETERS];
    float *weight = (float *)&model;
    float rate = RATE * (1 + cosf((float)M_PI * part)) / 2 + 1e-5f;
    float mean_scale = 1 - powf(0.9f, (float)step), square_scale = 1 - powf(0.999f, (float)step);
    for (int i = 0; i < MODEL_PARAMETERS; i++) {
        float g = 0;
        for (int t = 0; t < FIT_THREADS; t++) g += ((float *)&shares[t].gradient)[i];
        g /= FIT_BATCH;
        mean[i] = 0.9f * mean[i] + 0.1f * g;
        square[i] = 0.999f * square[i] + 0.001f * g * g;
        weight[i] -= rate * (mean[i] / mean_scale) / (sqrtf(square[i] / square_scale) + 1e-8f);
    }
    for (int t = 0; t < FIT_THREADS; t++) memset(&shares[t].gradient, 0, sizeof shares[t].gradient);
}

static void begin_model(uint64_t *random) {
    float *weight = (float *)&model;
    for (int i = 0; i < MODEL_PARAMETERS; i++) weight[i] = (float)(splitmix64_below(random, 2001) - 1000) / 4000;
    model.bias = 0;
    for (int i = 0; i < NET_SHARPNESS; i++) model.sharpness[i] = 1.3f;
}

static void shuffle_cases(size_t *items, size_t count, uint64_t *random) {
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = splitmix64(random) % (i + 1), kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}

/* A step for each batch of the first `fitted` cases in order; returns the sum of their losses. *step counts the steps of all epochs, of
 * which there will be `steps`. */
static double run_epoch(size_t fitted, int *step, int steps) {
    double loss = 0;
    for (batch = 0; batch < fitted; batch += FIT_BATCH) {
        turned = model_turn(&model);
        pthread_barrier_wait(&gate);
        take_share(0);
        pthread_barrier_wait(&gate);
        ++*step;
        take_step(*step, (float)*step / (float)steps);
    }
    for (int t = 0; t < FIT_THREADS; t++) {
        loss += shares[t].loss;
        shares[t].loss = 0;
    }
    return loss;
}

static void run_epochs(int epochs) {
    uint64_t random = 1;
    size_t count = 0;
    order = malloc((case_count + 1) * sizeof *order);
    if (!order) fit_fail("out of memory", "");
    for (size_t i = 0; i < case_count; i++)
        if (!is_held_out(cases[i].game)) order[count++] = i;
    size_t fitted = count - count % FIT_BATCH; /* whole batches: each epoch leaves a few out, others every time */
    int steps = (int)(count / FIT_BATCH) * epochs, step = 0;
    if (!steps) fit_fail("too few games", "");
    begin_model(&random);
    pthread_t helpers[FIT_THREADS];
    pthread_barrier_init(&gate, NULL, FIT_THREADS);
    for (int t = 1; t < FIT_THREADS; t++)
        if (pthread_create(&helpers[t], NULL, help_fit, (void *)(intptr_t)t)) fit_fail("no thread", "");
    for (int epoch = 1; epoch <= epochs; epoch++) {
        shuffle_cases(order, count, &random);
        double loss = run_epoch(fitted, &step, steps);
        fprintf(stderr, "epoch %d of %d: log-loss %.5f\n", epoch, epochs, loss / (double)fitted);
    }
    done = true;
    pthread_barrier_wait(&gate);
    for (int t = 1; t < FIT_THREADS; t++) pthread_join(helpers[t], NULL);
    pthread_barrier_destroy(&gate);
    free(order);
}

/* ---- measuring ---- */

static Measures *measure_games(const ModelWeights *m, size_t held_out) {
    static ModelPass pass;
    Measures *by_game = calloc(held_out, sizeof *by_game);
    if (!by_game) fit_fail("out of memory", "");
    for (size_t i = 0; i < case_count; i++) {
        const FitCase *c = &cases[i];
        if (!is_held_out(c->game)) continue;
        Measures *at = &by_game[(c->game - first_held_out) / HOLD_OUT];
        model_forward(m, c, &pass);
        measures_result(at, c->third, (double)pass.own, c->won);
        for (int k = 0; k < c->count; k++)
            if (c->claimant[k] >= 0) measures_claim(at, (double)pass.p[k], c->claimant[k]);
    }
    return by_game;
}

void fit_net(const char *rules, int epochs, const char *out, const char *note, const char *baseline, char **files,
             int file_count) {
    const Variant *v = variant_find(rules);
    built_set = v ? net_set_of(v) : NET_GENERAL;
    built = model_as_built(built_set);
    int games = 0;
    for (int i = 0; i < file_count; i++) {
        first_held_out = games;
        games = games_read(files[i], rules, games, add_net_case);
    }
    size_t held_out = (size_t)(games - first_held_out + HOLD_OUT - 1) / HOLD_OUT;
    printf("%d games, %zu positions; the model and the evaluation agree wherever they have the same weights\n", games,
           case_count);
    Measures *before = measures_load(held_out, baseline), *now = measure_games(&built, held_out);
    measures_report("baseline, held out", before, held_out);
    measures_report("as built, held out", now, held_out);
    if (epochs > 0) {
        run_epochs(epochs);
        Measures *after = measure_games(&model, held_out);
        measures_report("fitted, held out", after, held_out);
        measures_compare(before, after, held_out);
        free(after);
        model_write(&model, out, note);
    }
    free(before);
    free(now);
}
