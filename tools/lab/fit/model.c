#include "tools/lab/fit/model.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

typedef int32_t ModelMask __attribute__((vector_size(4 * NET_CHANNELS)));
static_assert(NET_CHANNELS == NET_UNITS, "one width of rows");

static const float MODEL_CLAIM_SHARE = 0.3f, ACTIVE_MAX = NET_ACTIVE_MAX / 128.0f;

/* ---- rows ---- */

static ModelRow clipped(ModelRow x) {
    ModelRow most = (ModelRow){0} + ACTIVE_MAX;
    ModelMask above = x > 0, below = x < most;
    return (ModelRow)(((ModelMask)x & above & below) | ((ModelMask)most & ~below));
}
static ModelRow where_free(ModelRow x, ModelRow gradient) {
    ModelMask free = (x > 0) & (x < (ModelRow){0} + ACTIVE_MAX);
    return (ModelRow)((ModelMask)gradient & free);
}

static float total(ModelRow x) {
    float sum = 0;
    for (int k = 0; k < NET_CHANNELS; k++) sum += x[k];
    return sum;
}

static ModelRow place_sum(const ModelRow *rows, const PlaceInputs x) {
    ModelRow sum = rows[PLACE_COUNT];
    for (int i = 0; i < PLACE_COUNT; i++) sum += rows[i] * ((float)x[i] / 32);
    return sum;
}

static void add_place(ModelRow *gradient, const PlaceInputs x, ModelRow by_sum) {
    gradient[PLACE_COUNT] += by_sum;
    for (int i = 0; i < PLACE_COUNT; i++) gradient[i] += by_sum * ((float)x[i] / 32);
}

static ModelRow times(const ModelRow *rows, ModelRow x) {
    ModelRow sum = {0};
    for (int k = 0; k < NET_CHANNELS; k++) sum += rows[k] * x[k];
    return sum;
}

static float logistic(float x) { return 1 / (1 + expf(-x)); }
float model_clip(float p) { return p < 1e-6f ? 1e-6f : p > 1 - 1e-6f ? 1 - 1e-6f : p; }

/* Probability that at least `need` of the n happen; slope[i]: its derivative by p[i]. */
static float majority(const float *p, int n, int need, float *slope) {
    float up[MAX_SHOOTERS + 1][MAX_SHOOTERS + 2] = {{0}}; /* up[i][k]: k of the first i */
    up[0][0] = 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i + 1; k++) up[i + 1][k] = up[i][k] * (1 - p[i]) + (k ? up[i][k - 1] * p[i] : 0);
    float down[MAX_SHOOTERS + 2] = {1}; /* k of those after i */
    for (int i = n - 1; i >= 0; i--) {
        float ways = 0;
        for (int k = 0; k <= i; k++) {
            int rest = need - 1 - k;
            if (rest >= 0 && rest <= n - 1 - i) ways += up[i][k] * down[rest];
        }
        slope[i] = ways;
        for (int k = n - i; k >= 0; k--) down[k] = down[k] * (1 - p[i]) + (k ? down[k - 1] * p[i] : 0);
    }
    float sum = 0;
    for (int k = need < 0 ? 0 : need; k <= n; k++) sum += up[n][k];
    return sum;
}

/* ---- forward and back ---- */

void model_forward(const ModelWeights *m, const FitCase *c, ModelPass *x) {
    x->all = (ModelRow){0};
    for (int s = 0; s < c->square_count; s++) {
        x->square[s] = place_sum(m->square, c->squares[s]);
        x->channels[s] = clipped(x->square[s]);
        x->all += x->channels[s];
    }
    x->all /= (float)(c->square_count ? c->square_count : 1);
    ModelRow base = times(m->all, x->all);
    for (int i = 0; i < BOARD_COUNT; i++) base += m->board[i] * ((float)c->board[i] / 32);
    for (int i = 0; i < c->count; i++) {
        x->mean[i] = (ModelRow){0};
        for (int k = 0; k < c->seen[i]; k++) x->mean[i] += x->channels[c->sees[i][k]];
        x->mean[i] /= (float)(c->seen[i] ? c->seen[i] : 1);
        x->unit[i] = base + times(m->seen, x->mean[i]) + place_sum(m->shooter, c->shooters[i]);
        x->active[i] = clipped(x->unit[i]);
        x->p[i] = logistic(m->bias + total(x->active[i] * m->output));
    }
    x->independent = model_clip(majority(x->p, c->count, c->missing, x->slope));
    x->odds = logf(x->independent / (1 - x->independent));
    x->eighth = c->emptiness / 256 < NET_SHARPNESS - 2 ? c->emptiness / 256 : NET_SHARPNESS - 2;
    x->part = (float)c->emptiness / 256 - (float)x->eighth;
    x->own = logistic(x->odds * (m->sharpness[x->eighth] * (1 - x->part) + m->sharpness[x->eighth + 1] * x->part));
}

void model_backward(const ModelWeights *m, const ModelTurned *t, const FitCase *c, const ModelPass *x, ModelWeights *g) {
    float error = x->own - (float)c->won;
    float sharpness = m->sharpness[x->eighth] * (1 - x->part) + m->sharpness[x->eighth + 1] * x->part;
    g->sharpness[x->eighth] += error * x->odds * (1 - x->part);
    g->sharpness[x->eighth + 1] += error * x->odds * x->part;
    float by_majority = error * sharpness / (x->independent * (1 - x->independent));
    ModelRow by_base = {0}, by_square[SQUARES];
    ModelRow by_mean[MAX_SHOOTERS];
    for (int i = 0; i < c->count; i++) {
        float by_odds = by_majority * x->slope[i] * x->p[i] * (1 - x->p[i]);
        if (c->claimant[i] >= 0) by_odds += MODEL_CLAIM_SHARE * (x->p[i] - (float)c->claimant[i]) / (float)c->count;
        g->bias += by_odds;
        g->output += x->active[i] * by_odds;
        ModelRow by_unit = where_free(x->unit[i], m->output * by_odds);
        by_base += by_unit;
        add_place(g->shooter, c->shooters[i], by_unit);
        for (int k = 0; k < NET_CHANNELS; k++) g->seen[k] += by_unit * x->mean[i][k];
        by_mean[i] = times(t->seen, by_unit) / (float)(c->seen[i] ? c->seen[i] : 1);
    }
    for (int i = 0; i < BOARD_COUNT; i++) g->board[i] += by_base * ((float)c->board[i] / 32);
    for (int k = 0; k < NET_CHANNELS; k++) g->all[k] += by_base * x->all[k];
    ModelRow by_all = times(t->all, by_base) / (float)(c->square_count ? c->square_count : 1);
    for (int s = 0; s < c->square_count; s++) by_square[s] = by_all;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->seen[i]; k++) by_square[c->sees[i][k]] += by_mean[i];
    for (int s = 0; s < c->square_count; s++) add_place(g->square, c->squares[s], where_free(x->square[s], by_square[s]));
}

/* ---- weights ---- */

ModelWeights model_as_built(NetSet set) {
    const NetWeights *w = &net_weights[set];
    ModelWeights m = {0};
    for (int k = 0; k < NET_CHANNELS; k++) {
        for (int i = 0; i <= PLACE_COUNT; i++) {
            m.square[i][k] = (float)w->square[i][k] / 256;
            m.shooter[i][k] = (float)w->shooter[i][k] / 256;
        }
        for (int i = 0; i < BOARD_COUNT; i++) m.board[i][k] = (float)w->board[i][k] / 256;
        for (int j = 0; j < NET_CHANNELS; j++) {
            m.seen[j][k] = (float)w->seen[j][k] / 256;
            m.all[j][k] = (float)w->all[j][k] / 256;
        }
        m.output[k] = (float)w->output[k] / 256;
    }
    m.bias = (float)w->bias / 256;
    for (int i = 0; i < NET_SHARPNESS; i++) m.sharpness[i] = (float)w->sharpness[i] / 256;
    return m;
}

ModelTurned model_turn(const ModelWeights *m) {
    ModelTurned t;
    for (int k = 0; k < NET_CHANNELS; k++)
        for (int j = 0; j < NET_UNITS; j++) {
            t.seen[j][k] = m->seen[k][j];
            t.all[j][k] = m->all[k][j];
        }
    return t;
}

static void write_numbers(FILE *f, const float *x, int count) {
    fprintf(f, "{");
    for (int k = 0; k < count; k++) fprintf(f, k ? ", %.0f" : "%.0f", (double)(256 * x[k]));
    fprintf(f, "}");
}

static void write_rows(FILE *f, const char *field, const ModelRow *rows, int count, const char *const *names) {
    fprintf(f, ".%s = {\n", field);
    for (int i = 0; i < count; i++) {
        fprintf(f, "    ");
        write_numbers(f, (const float *)&rows[i], NET_CHANNELS);
        fprintf(f, names ? ", /* %s */\n" : ",\n", names ? names[i] : "");
    }
    fprintf(f, "},\n");
}

static const char *const PLACE_NAMES[PLACE_COUNT + 1] = {
#define X(name) #name,
    NET_PLACE_INPUTS(X)
#undef X
        "bias"};
static const char *const BOARD_NAMES[BOARD_COUNT] = {
#define X(name) #name,
    NET_BOARD_INPUTS(X)
#undef X
};

void model_write(const ModelWeights *m, const char *path, const char *note) {
    FILE *f = fopen(path, "w");
    if (!f) fit_fail("cannot write", path);
    fprintf(f, "/* The numbers of the network of net.h, in 1/256, written by cierzo-fit: %s. */\n", note);
    write_rows(f, "square", m->square, PLACE_COUNT + 1, PLACE_NAMES);
    write_rows(f, "shooter", m->shooter, PLACE_COUNT + 1, PLACE_NAMES);
    write_rows(f, "board", m->board, BOARD_COUNT, BOARD_NAMES);
    write_rows(f, "seen", m->seen, NET_CHANNELS, NULL);
    write_rows(f, "all", m->all, NET_CHANNELS, NULL);
    fprintf(f, ".output = ");
    write_numbers(f, (const float *)&m->output, NET_UNITS);
    fprintf(f, ",\n.bias = %.0f,\n.sharpness = ", (double)(256 * m->bias));
    write_numbers(f, m->sharpness, NET_SHARPNESS);
    fprintf(f, ",\n");
    if (fclose(f)) fit_fail("cannot write", path);
}
