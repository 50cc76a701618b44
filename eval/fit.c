/* cierzo-fit: fits the evaluation to games. Reads the lines of cierzo-selfplay, writes weights.def.
 *
 * Loss: log-loss of the result through the Poisson-binomial sum and its sharpness, end to end, and of the single claims, CLAIM_SHARE of it. Full-batch Adam
 * (Kingma and Ba, 2015). Every fifth game is held out. Before anything else the features read here are put through the
 * evaluation's own arithmetic and must give eval_score exactly, in every position. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "eval/claims.h"
#include "eval/eval.h"

enum { PARTS = 4 }; /* of the view: log ratio and sign beside a square, log ratio and sign within reach */
enum { PLAIN = TERM_VIEW, FACTORS = PARTS - 1, THREADS = 2, HOLD_OUT = 5, MAX_PLIES = 128 };
static_assert(TERM_VIEW == TERM_COUNT - 1, "the view is the last term");

static const float CLAIM_SHARE = 0.3f;

typedef struct {
    float plain[PLAIN]; /* nats */
    float view[PARTS];
    float fraction; /* between anchor and the next */
    int8_t anchor;
    int8_t claimant; /* 1 Black, 0 White, -1 nobody by the end */
} Sample;

typedef struct {
    Sample shooter[MAX_SHOOTERS];
    int32_t game;
    int8_t count, missing; /* unclaimed shooters; claims that Black still needs */
    int8_t eighth;         /* of the board still empty */
    int8_t black_won, third;
} Case;

typedef struct {
    float weight[TERM_COUNT][WEIGHT_ANCHOR_COUNT];
    float factor[FACTORS];              /* of view[1 ..]; view[0] counts whole */
    float sharpness[WEIGHT_EIGHTHS]; /* by eighths of the board still empty: of the odds of the majority */
} Model;

enum { PARAMETERS = sizeof(Model) / sizeof(float) };

static Case *cases;
static size_t case_count, case_room;

/* ---- reading games ---- */

static void fail(const char *what, const char *line) {
    fprintf(stderr, "cierzo-fit: %s: %.80s\n", what, line);
    exit(EXIT_FAILURE);
}

static int sign_of(int n) { return (n > 0) - (n < 0); }

static void read_view(const Ground *g, const Position *p, Square s, Sample *out) {
    Bitboard seen = lines_seen(s, position_blockers(p)) & g->empty;
    int n = bb_count(seen);
    int sum[PARTS] = {0};
    while (seen) {
        int cell = bb_pop(&seen) + CELL_MARGIN;
        int b = g->largest[BLACK][cell], w = g->largest[WHITE][cell], ob = g->within[BLACK][cell], ow = g->within[WHITE][cell];
        sum[0] += ground_log(b) - ground_log(w);
        sum[1] += 32 * sign_of(b - w);
        sum[2] += ground_log(ob) - ground_log(ow);
        sum[3] += 32 * sign_of(ob - ow);
    }
    for (int k = 0; k < PARTS; k++) out->view[k] = n ? (float)sum[k] / (float)(32 * n) : 0;
    int a = 0;
    while (a < WEIGHT_ANCHOR_COUNT - 2 && n >= WEIGHT_ANCHORS[a + 1]) a++;
    float x = n > WEIGHT_ANCHORS[WEIGHT_ANCHOR_COUNT - 1] ? WEIGHT_ANCHORS[WEIGHT_ANCHOR_COUNT - 1] : (float)(n ? n : 1);
    out->anchor = (int8_t)a;
    out->fraction = (x - WEIGHT_ANCHORS[a]) / (float)(WEIGHT_ANCHORS[a + 1] - WEIGHT_ANCHORS[a]);
}

static Case *new_case(void) {
    if (case_count == case_room) {
        case_room = case_room ? 2 * case_room : 1 << 16;
        cases = realloc(cases, case_room * sizeof *cases);
        if (!cases) fail("out of memory", "");
    }
    return &cases[case_count++];
}

static void add_case(const Board *b, int game) {
    const Position *p = &b->position;
    Ground ground;
    Claims claims;
    ground_compute(&ground, b);
    claims_estimate(&claims, &ground, b, p->side);
    for (int i = 0; i < claims.count; i++) claims.black[i] = claim_probability(features_log_odds(&claims.features[i]));
    if (claims_score(&claims, p) != eval_score(b)) fail("features and evaluation differ", "");
    Case *c = new_case();
    *c = (Case){.game = game, .count = (int8_t)claims.count};
    int eighth = bb_count(position_empty(p)) * WEIGHT_EIGHTHS / bb_count(p->variant->board);
    c->eighth = (int8_t)(eighth < WEIGHT_EIGHTHS ? eighth : WEIGHT_EIGHTHS - 1);
    c->missing = (int8_t)(variant_majority(p->variant) - p->claims[BLACK]);
    for (int i = 0; i < claims.count; i++) {
        Sample *s = &c->shooter[i];
        for (int t = 0; t < PLAIN; t++) s->plain[t] = (float)claims.features[i].value[t] / 32;
        read_view(&ground, p, claims.square[i], s);
        s->claimant = -1;
    }
}

/* Which shooter stands where, through a game. */
typedef struct {
    int8_t id[SQUARES];
    int8_t at[MAX_PLIES][MAX_SHOOTERS]; /* by ply and sample: id */
    int8_t owner[MAX_SHOOTERS];
} Tracks;

static void follow(Tracks *t, Move m, const Position *before, const Position *after) {
    if (move_relocates(m)) t->id[move_to(m)] = t->id[move_from(m)];
    for (int c = BLACK; c <= WHITE; c++)
        for (Bitboard claimed = after->claimed[c] & ~before->claimed[c]; claimed;)
            t->owner[t->id[bb_pop(&claimed)]] = c == BLACK;
}

static void read_game(char *line, int game) {
    static Board board;
    static Tracks tracks;
    char *save, *turn, *index = strtok_r(line, ";\n", &save), *variant = strtok_r(NULL, ";\n", &save);
    char *position = strtok_r(NULL, ";\n", &save);
    char *moves = strtok_r(NULL, ";\n", &save), *result = strtok_r(NULL, ";\n", &save);
    Position p;
    if (!index || !result || !variant_find(variant) || position_parse(variant_find(variant), position, &p)) fail("not a game", line);
    board_set(&board, &p);
    memset(tracks.owner, -1, sizeof tracks.owner);
    int8_t next = 0;
    for (Bitboard rest = p.shooters; rest;) tracks.id[bb_pop(&rest)] = next++;
    size_t first = case_count;
    int plies = 0;
    for (char *word = strtok_r(moves, " ", &turn); word && plies < MAX_PLIES; word = strtok_r(NULL, " ", &turn), plies++) {
        Move m;
        Undo undo;
        if (move_parse(&board.position, word, &m)) fail("an illegal move", word);
        int i = 0;
        for (Bitboard rest = board.position.shooters; rest; i++) tracks.at[plies][i] = tracks.id[bb_pop(&rest)];
        add_case(&board, game);
        board_play(&board, m, &undo);
        follow(&tracks, m, &undo.before, &board.position);
    }
    for (int ply = 0; ply < plies; ply++) {
        Case *c = &cases[first + (size_t)ply];
        c->black_won = *result == 'b';
        c->third = (int8_t)(ply * 3 / plies);
        for (int i = 0; i < c->count; i++) c->shooter[i].claimant = tracks.owner[tracks.at[ply][i]];
    }
}

static int read_games(const char *path) {
    static char line[1 << 14];
    int games = 0;
    FILE *f = fopen(path, "r");
    if (!f) fail("cannot read", path);
    while (fgets(line, sizeof line, f)) read_game(line, games++);
    fclose(f);
    return games;
}

/* ---- the model ---- */

static float log_odds(const Model *m, const Sample *s) {
    float view = s->view[0];
    for (int k = 1; k < PARTS; k++) view += m->factor[k - 1] * s->view[k];
    float low = 0, high = 0;
    for (int t = 0; t < PLAIN; t++) {
        low += m->weight[t][s->anchor] * s->plain[t];
        high += m->weight[t][s->anchor + 1] * s->plain[t];
    }
    low += m->weight[TERM_VIEW][s->anchor] * view;
    high += m->weight[TERM_VIEW][s->anchor + 1] * view;
    return low + s->fraction * (high - low);
}

static float logistic(float x) { return 1 / (1 + expf(-x)); }

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

static float clip(float p) { return p < 1e-6f ? 1e-6f : p > 1 - 1e-6f ? 1 - 1e-6f : p; }

typedef struct {
    double result_loss[3], result_brier[3], claim_loss, claim_brier;
    size_t results[3], claims;
    double bin_sum[10], bin_won[10];
    size_t bin[10];
} Measures;

static void measure_case(const Case *c, const float *p, float black, Measures *m) {
    double y = c->black_won, q = clip(black);
    m->result_loss[c->third] -= y > 0 ? log(q) : log(1 - q);
    m->result_brier[c->third] += (q - y) * (q - y);
    m->results[c->third]++;
    int bin = q >= 1 ? 9 : (int)(q * 10);
    m->bin[bin]++;
    m->bin_sum[bin] += q;
    m->bin_won[bin] += y;
    for (int i = 0; i < c->count; i++) {
        int owner = c->shooter[i].claimant;
        if (owner < 0) continue;
        double r = clip(p[i]);
        m->claim_loss -= owner ? log(r) : log(1 - r);
        m->claim_brier += (r - owner) * (r - owner);
        m->claims++;
    }
}

static void add_gradient(const Model *m, const Sample *s, float by_odds, double *gradient) {
    double *weight = gradient, *factor = gradient + (size_t)TERM_COUNT * WEIGHT_ANCHOR_COUNT;
    float low = by_odds * (1 - s->fraction), high = by_odds * s->fraction;
    float view = s->view[0];
    for (int k = 1; k < PARTS; k++) view += m->factor[k - 1] * s->view[k];
    for (int t = 0; t < TERM_COUNT; t++) {
        float x = t == TERM_VIEW ? view : s->plain[t];
        weight[t * WEIGHT_ANCHOR_COUNT + s->anchor] += low * x;
        weight[t * WEIGHT_ANCHOR_COUNT + s->anchor + 1] += high * x;
    }
    float through = low * m->weight[TERM_VIEW][s->anchor] + high * m->weight[TERM_VIEW][s->anchor + 1];
    for (int k = 1; k < PARTS; k++) factor[k - 1] += through * s->view[k];
}

typedef struct {
    const Model *model;
    size_t from, to;
    bool held_out;  /* measure those games; otherwise the gradient over the others */
    float scale;    /* of all log-odds */
    double gradient[PARAMETERS];
    Measures measures;
} Pass;

static void *run_pass(void *argument) {
    Pass *pass = argument;
    for (size_t i = pass->from; i < pass->to; i++) {
        const Case *c = &cases[i];
        if ((c->game % HOLD_OUT == 0) != pass->held_out) continue;
        float p[MAX_SHOOTERS], slope[MAX_SHOOTERS];
        for (int k = 0; k < c->count; k++) p[k] = logistic(pass->scale * log_odds(pass->model, &c->shooter[k]));
        float independent = clip(majority(p, c->count, c->missing, slope));
        float odds = logf(independent / (1 - independent)), sharpness = pass->model->sharpness[c->eighth];
        float black = logistic(sharpness * odds);
        measure_case(c, p, black, &pass->measures);
        if (pass->held_out) continue;
        float error = black - (float)c->black_won, by_result = error * sharpness / (independent * (1 - independent));
        pass->gradient[PARAMETERS - WEIGHT_EIGHTHS + c->eighth] += error * odds;
        for (int k = 0; k < c->count; k++) {
            float by_odds = by_result * slope[k] * p[k] * (1 - p[k]);
            if (c->shooter[k].claimant >= 0) by_odds += CLAIM_SHARE * (p[k] - (float)c->shooter[k].claimant) / (float)c->count;
            add_gradient(pass->model, &c->shooter[k], by_odds, pass->gradient);
        }
    }
    return NULL;
}

static void add_measures(Measures *a, const Measures *b) {
    for (int t = 0; t < 3; t++) {
        a->result_loss[t] += b->result_loss[t];
        a->result_brier[t] += b->result_brier[t];
        a->results[t] += b->results[t];
    }
    a->claim_loss += b->claim_loss;
    a->claim_brier += b->claim_brier;
    a->claims += b->claims;
    for (int i = 0; i < 10; i++) {
        a->bin[i] += b->bin[i];
        a->bin_sum[i] += b->bin_sum[i];
        a->bin_won[i] += b->bin_won[i];
    }
}

/* One pass over all cases, on all threads; the sums are added in a fixed order. */
static Measures pass_over(const Model *m, bool held_out, float scale, double gradient[PARAMETERS]) {
    static Pass passes[THREADS];
    pthread_t threads[THREADS];
    Measures all = {0};
    for (int t = 0; t < THREADS; t++) {
        passes[t] = (Pass){.model = m, .held_out = held_out, .scale = scale};
        passes[t].from = case_count * (size_t)t / THREADS;
        passes[t].to = case_count * (size_t)(t + 1) / THREADS;
        if (pthread_create(&threads[t], NULL, run_pass, &passes[t])) fail("no thread", "");
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        add_measures(&all, &passes[t].measures);
        for (int i = 0; gradient && i < PARAMETERS; i++) gradient[i] += passes[t].gradient[i];
    }
    return all;
}

/* ---- fitting ---- */

static double loss_of(const Measures *m) {
    double loss = 0;
    size_t n = 0;
    for (int t = 0; t < 3; t++) {
        loss += m->result_loss[t];
        n += m->results[t];
    }
    return loss / (double)n;
}

static void fit(Model *m, int rounds) {
    float *parameter = (float *)m;
    double mean[PARAMETERS] = {0}, square[PARAMETERS] = {0};
    for (int round = 1; round <= rounds; round++) {
        double gradient[PARAMETERS] = {0};
        Measures seen = pass_over(m, false, 1, gradient);
        double n = (double)(seen.results[0] + seen.results[1] + seen.results[2]);
        double rate = round * 3 < rounds * 2 ? 0.05 : 0.012;
        for (int i = 0; i < PARAMETERS; i++) {
            double g = gradient[i] / n + (i < PARAMETERS - WEIGHT_EIGHTHS ? 1e-4 * parameter[i] : 0);
            mean[i] = 0.9 * mean[i] + 0.1 * g;
            square[i] = 0.99 * square[i] + 0.01 * g * g;
            double step = mean[i] / (1 - pow(0.9, round)) / (sqrt(square[i] / (1 - pow(0.99, round))) + 1e-9);
            parameter[i] -= (float)(rate * step);
        }
        if (round % 20 == 0 || round == rounds)
            fprintf(stderr, "round %d of %d: log-loss %.5f\n", round, rounds, loss_of(&seen));
    }
}

/* The one factor on all log-odds that suits the fitted games best: what calibration alone can do. */
static float fit_scale(const Model *m) {
    float low = 0.2f, high = 3;
    for (int i = 0; i < 24; i++) {
        float a = low + (high - low) / 3, b = high - (high - low) / 3;
        Measures x = pass_over(m, false, a, NULL), y = pass_over(m, false, b, NULL);
        if (loss_of(&x) < loss_of(&y)) high = b;
        else low = a;
    }
    return (low + high) / 2;
}

/* ---- weights in and out ---- */

static Model current_model(void) {
    Model m = {.factor = {WEIGHT_VIEW_SIGN / 32.0f, WEIGHT_OUTER_RATIO / 32.0f, WEIGHT_OUTER_SIGN / 32.0f}};
    for (int n = 0; n < WEIGHT_EIGHTHS; n++) m.sharpness[n] = (float)weights_sharpness[n] / 32;
    for (int t = 0; t < TERM_COUNT; t++)
        for (int a = 0; a < WEIGHT_ANCHOR_COUNT; a++) m.weight[t][a] = (float)weights_at[WEIGHT_ANCHORS[a]][t] / 256;
    return m;
}

static const char *const TERM_NAMES[TERM_COUNT] = {
#define WEIGHT(name, ...) #name,
#include "eval/weights.def"
#undef WEIGHT
};

static void write_weights(const Model *m, const char *path, const char *note, int games) {
    FILE *f = fopen(path, "w");
    if (!f) fail("cannot write", path);
    fprintf(f, "/* The one list of numbers of the evaluation, written by cierzo-fit from %d games: %s.\n"
               " *\n"
               " * A WEIGHT is a term of the log-odds that Black claims a shooter, in 1/256, at anchor counts of the empty squares that the\n"
               " * shooter sees (WEIGHT_ANCHORS in weights.c); between anchors it is linear. A FACTOR is a single number in 1/32. What the terms\n"
               " * mean stands in claims.c and ground.h. */\n"
               "#ifdef WEIGHT\n", games, note);
    for (int t = 0; t < TERM_COUNT; t++) {
        fprintf(f, "WEIGHT(%-12s", TERM_NAMES[t]);
        for (int a = 0; a < WEIGHT_ANCHOR_COUNT; a++) fprintf(f, "%s%4.0f", a ? ", " : ", ", (double)(256 * m->weight[t][a]));
        fprintf(f, ")\n");
    }
    fprintf(f, "#endif\n#ifdef FACTOR\n");
    static const char *const NAMES[FACTORS] = {"VIEW_SIGN", "OUTER_RATIO", "OUTER_SIGN"};
    for (int k = 0; k < FACTORS; k++) fprintf(f, "FACTOR(%s, %.0f)\n", NAMES[k], (double)(32 * m->factor[k]));
    for (int n = 0; n < WEIGHT_EIGHTHS; n++) fprintf(f, "FACTOR(SHARPNESS_%d, %.0f)\n", n, (double)(32 * m->sharpness[n]));
    fprintf(f, "#endif\n");
    fclose(f);
}

static void report(const char *title, const Measures *m) {
    printf("%-28s result log-loss %.4f (thirds %.4f %.4f %.4f)  Brier %.4f %.4f %.4f  claims log-loss %.4f Brier %.4f\n", title,
           loss_of(m), m->result_loss[0] / (double)m->results[0], m->result_loss[1] / (double)m->results[1],
           m->result_loss[2] / (double)m->results[2], m->result_brier[0] / (double)m->results[0],
           m->result_brier[1] / (double)m->results[1], m->result_brier[2] / (double)m->results[2],
           m->claim_loss / (double)m->claims, m->claim_brier / (double)m->claims);
}

static void report_bins(const Measures *m) {
    printf("reliability, held out: promised -> won (positions)\n");
    for (int i = 0; i < 10; i++)
        if (m->bin[i])
            printf("  %.3f -> %.3f (%zu)\n", m->bin_sum[i] / (double)m->bin[i], m->bin_won[i] / (double)m->bin[i], m->bin[i]);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: cierzo-fit GAMES ROUNDS WEIGHTS.DEF NOTE\n");
        return EXIT_FAILURE;
    }
    engine_init();
    eval_init();
    int games = read_games(argv[1]);
    if (!case_count) fail("no games in", argv[1]);
    printf("%d games, %zu positions; features and evaluation agree in all of them\n", games, case_count);
    Model m = current_model();
    float scale = fit_scale(&m);
    Measures before = pass_over(&m, true, 1, NULL), scaled = pass_over(&m, true, scale, NULL);
    report("before, held out", &before);
    printf("scale %.3f\n", (double)scale);
    report("before, scaled, held out", &scaled);
    fit(&m, atoi(argv[2]));
    Measures after = pass_over(&m, true, 1, NULL);
    report("after, held out", &after);
    report_bins(&after);
    write_weights(&m, argv[3], argv[4], games);
    free(cases);
    return EXIT_SUCCESS;
}
