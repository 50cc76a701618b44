/* Fits the network of net.h to all games but every fifth of the last file, on which it is measured.
 *
 * Loss: log-loss of the result through the Poisson-binomial sum and its sharpness, end to end, and of the single claims, CLAIM_SHARE
 * of it. Adam (Kingma and Ba, 2015) over batches, the rate falling by a cosine. Two threads share each batch in a fixed way and their
 * sums are added in a fixed order, so the same games give the same network.
 *
 * Before anything else the evaluation as built is compared with this file's arithmetic in every position. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/splitmix.h"
#include "eval/eval.h"
#include "eval/net.h"
#include "tools/lab/fit/fit.h"
#include "tools/lab/fit/games.h"
#include "tools/lab/fit/measures.h"

enum { THREADS = 2, BATCH = 256, PARAMETERS_PAD = 6 };
static const float CLAIM_SHARE = 0.3f, RATE = 0.004f, ACTIVE_MAX = NET_ACTIVE_MAX / 128.0f;

/* ---- cases ---- */

typedef int8_t Place[PLACE_COUNT]; /* in 1/32 */

typedef struct {
    Place *squares;              /* the empty ones */
    uint8_t *sees[MAX_SHOOTERS]; /* their numbers in `squares` */
    uint8_t seen[MAX_SHOOTERS];  /* how many */
    Place shooters[MAX_SHOOTERS];
    int8_t claimant[MAX_SHOOTERS]; /* 1 the side to move, 0 the other, -1 nobody by the end */
    uint8_t board[BOARD_COUNT];
    int16_t emptiness;
    int32_t game;
    uint8_t square_count, count;
    int8_t missing, third, won; /* by the side to move */
} Case;

static Case *cases;
static size_t case_count, case_room;

static void *grab(size_t size) {
    void *memory = malloc(size + 1);
    if (!memory) fit_fail("out of memory", "");
    return memory;
}

static void copy_place(const NetInputs *in, Square s, Place out) {
    int16_t x[PLACE_COUNT];
    net_place(in, s + CELL_MARGIN, x);
    for (int i = 0; i < PLACE_COUNT; i++) out[i] = (int8_t)x[i];
}

static void copy_inputs(const NetInputs *in, Case *c) {
    uint8_t number[SQUARES];
    c->count = (uint8_t)in->count;
    c->square_count = 0;
    c->squares = grab(sizeof(Place) * (size_t)bb_count(in->empty));
    for (Bitboard rest = in->empty; rest; c->square_count++) {
        Square s = bb_pop(&rest);
        number[s] = c->square_count;
        copy_place(in, s, c->squares[c->square_count]);
    }
    for (int i = 0; i < in->count; i++) {
        copy_place(in, in->square[i], c->shooters[i]);
        c->seen[i] = (uint8_t)bb_count(in->sees[i]);
        c->sees[i] = grab(c->seen[i]);
        int n = 0;
        for (Bitboard rest = in->sees[i]; rest;) c->sees[i][n++] = number[bb_pop(&rest)];
    }
    memcpy(c->board, in->board, sizeof c->board);
    c->emptiness = (int16_t)in->emptiness;
}

/* ---- the model ---- */

typedef float Row __attribute__((vector_size(4 * NET_CHANNELS)));
typedef int32_t RowMask __attribute__((vector_size(4 * NET_CHANNELS)));
static_assert(NET_CHANNELS == NET_UNITS, "one width of rows");

typedef struct {
    Row square[PLACE_COUNT + 1], shooter[PLACE_COUNT + 1], board[BOARD_COUNT];
    Row seen[NET_CHANNELS], all[NET_CHANNELS]; /* by channel, to all units */
    Row output;
    float bias, sharpness[NET_SHARPNESS], pad[PARAMETERS_PAD];
} Model;
enum { PARAMETERS = sizeof(Model) / sizeof(float) };

/* The same weights by unit, from all channels: what goes back. */
typedef struct {
    Row seen[NET_UNITS], all[NET_UNITS];
} Turned;

static Row clipped(Row x) {
    Row most = (Row){0} + ACTIVE_MAX;
    RowMask above = x > 0, below = x < most;
    return (Row)(((RowMask)x & above & below) | ((RowMask)most & ~below));
}
static Row where_free(Row x, Row gradient) {
    RowMask free = (x > 0) & (x < (Row){0} + ACTIVE_MAX);
    return (Row)((RowMask)gradient & free);
}

static float total(Row x) {
    float sum = 0;
    for (int k = 0; k < NET_CHANNELS; k++) sum += x[k];
    return sum;
}

static Row place_sum(const Row *rows, const Place x) {
    Row sum = rows[PLACE_COUNT];
    for (int i = 0; i < PLACE_COUNT; i++) sum += rows[i] * ((float)x[i] / 32);
    return sum;
}

static void add_place(Row *gradient, const Place x, Row by_sum) {
    gradient[PLACE_COUNT] += by_sum;
    for (int i = 0; i < PLACE_COUNT; i++) gradient[i] += by_sum * ((float)x[i] / 32);
}

static Row times(const Row *rows, Row x) {
    Row sum = {0};
    for (int k = 0; k < NET_CHANNELS; k++) sum += rows[k] * x[k];
    return sum;
}

static float logistic(float x) { return 1 / (1 + expf(-x)); }
static float clip(float p) { return p < 1e-6f ? 1e-6f : p > 1 - 1e-6f ? 1 - 1e-6f : p; }

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

/* Everything on the way from the inputs to the result. */
typedef struct {
    Row square[SQUARES], channels[SQUARES]; /* sums and what comes of them */
    Row mean[MAX_SHOOTERS], all;
    Row unit[MAX_SHOOTERS], active[MAX_SHOOTERS];
    float p[MAX_SHOOTERS], slope[MAX_SHOOTERS];
    float independent, odds, own; /* of the majority; sharpened */
    int eighth;
    float part; /* of the way to the next eighth */
} Pass;

static void forward(const Model *m, const Case *c, Pass *x) {
    x->all = (Row){0};
    for (int s = 0; s < c->square_count; s++) {
        x->square[s] = place_sum(m->square, c->squares[s]);
        x->channels[s] = clipped(x->square[s]);
        x->all += x->channels[s];
    }
    x->all /= (float)(c->square_count ? c->square_count : 1);
    Row base = times(m->all, x->all);
    for (int i = 0; i < BOARD_COUNT; i++) base += m->board[i] * ((float)c->board[i] / 32);
    for (int i = 0; i < c->count; i++) {
        x->mean[i] = (Row){0};
        for (int k = 0; k < c->seen[i]; k++) x->mean[i] += x->channels[c->sees[i][k]];
        x->mean[i] /= (float)(c->seen[i] ? c->seen[i] : 1);
        x->unit[i] = base + times(m->seen, x->mean[i]) + place_sum(m->shooter, c->shooters[i]);
        x->active[i] = clipped(x->unit[i]);
        x->p[i] = logistic(m->bias + total(x->active[i] * m->output));
    }
    x->independent = clip(majority(x->p, c->count, c->missing, x->slope));
    x->odds = logf(x->independent / (1 - x->independent));
    x->eighth = c->emptiness / 256 < NET_SHARPNESS - 2 ? c->emptiness / 256 : NET_SHARPNESS - 2;
    x->part = (float)c->emptiness / 256 - (float)x->eighth;
    x->own = logistic(x->odds * (m->sharpness[x->eighth] * (1 - x->part) + m->sharpness[x->eighth + 1] * x->part));
}

/* Adds the gradient of one case to g. */
static void backward(const Model *m, const Turned *t, const Case *c, const Pass *x, Model *g) {
    float error = x->own - (float)c->won;
    float sharpness = m->sharpness[x->eighth] * (1 - x->part) + m->sharpness[x->eighth + 1] * x->part;
    g->sharpness[x->eighth] += error * x->odds * (1 - x->part);
    g->sharpness[x->eighth + 1] += error * x->odds * x->part;
    float by_majority = error * sharpness / (x->independent * (1 - x->independent));
    Row by_base = {0}, by_square[SQUARES];
    Row by_mean[MAX_SHOOTERS];
    for (int i = 0; i < c->count; i++) {
        float by_odds = by_majority * x->slope[i] * x->p[i] * (1 - x->p[i]);
        if (c->claimant[i] >= 0) by_odds += CLAIM_SHARE * (x->p[i] - (float)c->claimant[i]) / (float)c->count;
        g->bias += by_odds;
        g->output += x->active[i] * by_odds;
        Row by_unit = where_free(x->unit[i], m->output * by_odds);
        by_base += by_unit;
        add_place(g->shooter, c->shooters[i], by_unit);
        for (int k = 0; k < NET_CHANNELS; k++) g->seen[k] += by_unit * x->mean[i][k];
        by_mean[i] = times(t->seen, by_unit) / (float)(c->seen[i] ? c->seen[i] : 1);
    }
    for (int i = 0; i < BOARD_COUNT; i++) g->board[i] += by_base * ((float)c->board[i] / 32);
    for (int k = 0; k < NET_CHANNELS; k++) g->all[k] += by_base * x->all[k];
    Row by_all = times(t->all, by_base) / (float)(c->square_count ? c->square_count : 1);
    for (int s = 0; s < c->square_count; s++) by_square[s] = by_all;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->seen[i]; k++) by_square[c->sees[i][k]] += by_mean[i];
    for (int s = 0; s < c->square_count; s++) add_place(g->square, c->squares[s], where_free(x->square[s], by_square[s]));
}

/* ---- reading ---- */

static Model as_built(void) {
    const NetWeights *w = &net_weights;
    Model m = {0};
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

static Model built;
static int first_held_out; /* first game of the last file */

static bool is_held_out(int game) { return game >= first_held_out && (game - first_held_out) % HOLD_OUT == 0; }

static void add_case(const GamePosition *at) {
    static Pass pass;
    const Position *p = &at->board->position;
    Ground ground;
    NetInputs in;
    if (case_count == case_room) cases = fit_more(cases, &case_room, sizeof *cases);
    Case *c = &cases[case_count++];
    ground_compute(&ground, at->board);
    net_read(&in, &ground, at->board, p->side);
    copy_inputs(&in, c);
    c->game = at->game;
    c->third = (int8_t)at->third;
    c->won = at->black_won == (p->side == BLACK);
    c->missing = (int8_t)(variant_majority(p->variant) - p->claims[p->side]);
    for (int i = 0; i < c->count; i++)
        c->claimant[i] = (int8_t)(at->claimant[i] == NO_COLOUR ? -1 : at->claimant[i] == p->side);
    forward(&built, c, &pass);
    if (fabsf(pass.own - (float)score_to_probability(eval_score(at->board)) / SCORE_ONE) > FIT_TOLERANCE)
        fit_fail("the model and the evaluation differ", p->variant->name);
}

/* ---- fitting ---- */

typedef struct {
    Model gradient;
    Pass pass;
    double loss;
} Share;

static Model model;
static Turned turned;
static Share shares[THREADS];
static size_t *order; /* of the cases to fit to */
static size_t batch;  /* where in `order` it begins */
static bool done;
static pthread_barrier_t gate;

static void take_share(int thread) {
    Share *s = &shares[thread];
    for (size_t i = (size_t)thread; i < BATCH; i += THREADS) {
        const Case *c = &cases[order[batch + i]];
        forward(&model, c, &s->pass);
        s->loss -= (double)logf(clip(c->won ? s->pass.own : 1 - s->pass.own));
        backward(&model, &turned, c, &s->pass, &s->gradient);
    }
}

static void *help(void *thread) {
    for (;;) {
        pthread_barrier_wait(&gate);
        if (done) return NULL;
        take_share((int)(intptr_t)thread);
        pthread_barrier_wait(&gate);
    }
}

static void turn(void) {
    for (int k = 0; k < NET_CHANNELS; k++)
        for (int j = 0; j < NET_UNITS; j++) {
            turned.seen[j][k] = model.seen[k][j];
            turned.all[j][k] = model.all[k][j];
        }
}

/* One step of Adam, `part` of the way through the fit. */
static void take_step(int step, float part) {
    static float mean[PARAMETERS], square[PARAMETERS];
    float *weight = (float *)&model;
    float rate = RATE * (1 + cosf((float)M_PI * part)) / 2 + 1e-5f;
    float mean_scale = 1 - powf(0.9f, (float)step), square_scale = 1 - powf(0.999f, (float)step);
    for (int i = 0; i < PARAMETERS; i++) {
        float g = 0;
        for (int t = 0; t < THREADS; t++) g += ((float *)&shares[t].gradient)[i];
        g /= BATCH;
        mean[i] = 0.9f * mean[i] + 0.1f * g;
        square[i] = 0.999f * square[i] + 0.001f * g * g;
        weight[i] -= rate * (mean[i] / mean_scale) / (sqrtf(square[i] / square_scale) + 1e-8f);
    }
    for (int t = 0; t < THREADS; t++) memset(&shares[t].gradient, 0, sizeof shares[t].gradient);
}

static void begin_model(uint64_t *random) {
    float *weight = (float *)&model;
    for (int i = 0; i < PARAMETERS; i++) weight[i] = (float)(splitmix64_below(random, 2001) - 1000) / 4000;
    model.bias = 0;
    for (int i = 0; i < NET_SHARPNESS; i++) model.sharpness[i] = 1.3f;
}

static void fit(int epochs) {
    uint64_t random = 1;
    size_t fitted = 0, held_back;
    order = grab(case_count * sizeof *order);
    for (size_t i = 0; i < case_count; i++)
        if (!is_held_out(cases[i].game)) order[fitted++] = i;
    held_back = fitted % BATCH;
    int steps = (int)(fitted / BATCH) * epochs, step = 0;
    if (!steps) fit_fail("too few games", "");
    begin_model(&random);
    pthread_t helpers[THREADS];
    pthread_barrier_init(&gate, NULL, THREADS);
    for (int t = 1; t < THREADS; t++)
        if (pthread_create(&helpers[t], NULL, help, (void *)(intptr_t)t)) fit_fail("no thread", "");
    for (int epoch = 1; epoch <= epochs; epoch++) {
        double loss = 0;
        for (size_t i = fitted - 1; i > 0; i--) {
            size_t j = splitmix64(&random) % (i + 1), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (batch = 0; batch < fitted - held_back; batch += BATCH) {
            turn();
            pthread_barrier_wait(&gate);
            take_share(0);
            pthread_barrier_wait(&gate);
            step++;
            take_step(step, (float)step / (float)steps);
        }
        for (int t = 0; t < THREADS; t++) {
            loss += shares[t].loss;
            shares[t].loss = 0;
        }
        fprintf(stderr, "epoch %d of %d: log-loss %.5f\n", epoch, epochs, loss / (double)(fitted - held_back));
    }
    done = true;
    pthread_barrier_wait(&gate);
    for (int t = 1; t < THREADS; t++) pthread_join(helpers[t], NULL);
    pthread_barrier_destroy(&gate);
    free(order);
}

/* ---- measuring and writing ---- */

static Measures *measure_games(const Model *m, size_t held_out) {
    static Pass pass;
    Measures *by_game = calloc(held_out, sizeof *by_game);
    if (!by_game) fit_fail("out of memory", "");
    for (size_t i = 0; i < case_count; i++) {
        const Case *c = &cases[i];
        if (!is_held_out(c->game)) continue;
        Measures *at = &by_game[(c->game - first_held_out) / HOLD_OUT];
        forward(m, c, &pass);
        measures_result(at, c->third, (double)pass.own, c->won);
        for (int k = 0; k < c->count; k++)
            if (c->claimant[k] >= 0) measures_claim(at, (double)pass.p[k], c->claimant[k]);
    }
    return by_game;
}

static void write_numbers(FILE *f, const float *x, int count) {
    fprintf(f, "{");
    for (int k = 0; k < count; k++) fprintf(f, k ? ", %.0f" : "%.0f", (double)(256 * x[k]));
    fprintf(f, "}");
}

static void write_rows(FILE *f, const char *field, const Row *rows, int count, const char *const *names) {
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

static void write_net(const Model *m, const char *path, const char *note) {
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

void fit_net(int epochs, const char *out, const char *note, const char *baseline, char **files, int file_count) {
    built = as_built();
    int games = 0;
    for (int i = 0; i < file_count; i++) {
        first_held_out = games;
        games = games_read(files[i], games, add_case);
    }
    size_t held_out = (size_t)(games - first_held_out + HOLD_OUT - 1) / HOLD_OUT;
    printf("%d games, %zu positions; the model and the evaluation agree in all of them\n", games, case_count);
    Measures *before = measures_load(held_out, baseline), *now = measure_games(&built, held_out);
    measures_report("baseline, held out", before, held_out);
    measures_report("as built, held out", now, held_out);
    if (epochs > 0) {
        fit(epochs);
        Measures *after = measure_games(&model, held_out);
        measures_report("fitted, held out", after, held_out);
        measures_compare(before, after, held_out);
        free(after);
        write_net(&model, out, note);
    }
    free(before);
    free(now);
}
