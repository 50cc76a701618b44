/* cierzo-setup-fit: what goes into search/setup_prior.def.
 *
 *     cierzo-setup-fit games VARIANT GAMES NODES SEED >FILE     fast games from random setups, one line each:
 *                                                               VARIANT;POSITION;SCORE;LATER
 *     cierzo-setup-fit fit FILE... >search/setup_prior.def      one row for each size of board
 *
 * SCORE is the search's of the first turn, LATER that of a dozen turns later or the result, both for Black and as the search has them,
 * without the factor of score_promised. The fit is a logistic
 * regression of LATER, as a probability, on what is known after the setup: SCORE, and where the stones stand. Against results, LATER
 * has little noise: on veletas-7 it made the fit better on held-out results than the results themselves did. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "search/setup_prior.h"

enum { PLIES = 12, SWEEPS = 40, BASE = 0, SHARE = 1, PLACES = 2, WEIGHTS = PLACES + STONE_PLACES };

static const char PROGRAM[] = "cierzo-setup-fit";

/* Penalty on the weight of a place, which is about a quarter of a unit of log-odds or less. */
static const double RIDGE = 8;
static const double CP = 173.72; /* 400 / ln 10: cp of one unit of log-odds */

/* ---- games ---- */

static Score for_black(const Position *p, Score s) { return p->side == BLACK ? s : -s; }

static void play_setup_game(Search *s, const Variant *v, int64_t nodes, uint64_t *random) {
    Board b;
    Undo undo;
    char text[POSITION_TEXT_SIZE];
    Score first = 0, later = 0;
    Position start = position_start(v);
    board_set(&b, &start);
    search_clear(s);
    for (int i = 0; i < 2; i++) {
        Move m = setup_random(&b.position, random);
        if (m == MOVE_NONE) return;
        board_play(&b, m, &undo);
    }
    position_text(&b.position, text, sizeof text);
    int ply = 0;
    for (; ply <= PLIES && position_phase(&b.position) == PHASE_PLAY; ply++) {
        SearchAnswer a = ask_nodes(s, &b.position, nodes);
        if (a.best == MOVE_NONE) return; /* a setup that traps every shooter: no game */
        later = for_black(&b.position, a.score);
        if (ply == 0) first = later;
        board_play(&b, a.best, &undo);
    }
    if (ply <= PLIES) later = position_winner(&b.position) == BLACK ? SCORE_MATE : -SCORE_MATE;
    printf("%s;%s;%d;%d\n", v->name, text, first, later);
    fflush(stdout);
}

static bool play_games(const Variant *v, int games, int64_t nodes, uint64_t seed) {
    Search *s = search_create(1);
    if (!v || !s) {
        fprintf(stderr, "%s: no such rule set, or out of memory\n", PROGRAM);
        return false;
    }
    for (int i = 0; i < games; i++) play_setup_game(s, v, nodes, &seed);
    search_destroy(s);
    return true;
}

/* ---- the fit ---- */

typedef struct {
    int size;
    double x[WEIGHTS]; /* what each weight is multiplied with */
    double won;        /* Black's probability later on */
} SetupSample;

typedef struct {
    SetupSample *items;
    size_t count, room;
} SetupSamples;

static bool read_sample(char *line, SetupSample *g) {
    enum { SAMPLE_FIELDS = 4 };
    char *field[SAMPLE_FIELDS];
    int64_t score, later;
    Position p;
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line && count < SAMPLE_FIELDS) field[count++] = strsep(&line, ";");
    if (count < SAMPLE_FIELDS || line) return false;
    const Variant *v = variant_find(field[0]);
    if (!v || position_parse(v, field[1], &p) || !argument_number(field[2], -SCORE_MATE, SCORE_MATE, &score) ||
        !argument_number(field[3], -SCORE_MATE, SCORE_MATE, &later))
        return false;
    *g = (SetupSample){.size = p.variant->size};
    g->x[BASE] = 1;
    g->x[SHARE] = (double)score / CP;
    for (int c = 0; c < 2; c++)
        if (p.stones[c]) g->x[PLACES + setup_stone_place(p.variant, bb_first(p.stones[c]))] += c == BLACK ? 1 : -1;
    g->won = score_to_probability(score_promised((Score)later)) / (double)SCORE_ONE;
    return true;
}

static void add_sample(SetupSamples *d, const SetupSample *g) {
    if (d->count == d->room) {
        d->room = d->room ? 2 * d->room : 1024;
        SetupSample *grown = realloc(d->items, d->room * sizeof *grown);
        if (!grown) exit(EXIT_FAILURE);
        d->items = grown;
    }
    d->items[d->count++] = *g;
}

static bool read_samples(const char *name, SetupSamples *d) {
    SetupSample sample;
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen(name, "r");
    if (!f) return false;
    while (getline(&line, &room, f) >= 0) {
        if (read_sample(line, &sample)) add_sample(d, &sample);
        else fprintf(stderr, "%s: a line that is no game in %s\n", PROGRAM, name);
    }
    free(line);
    fclose(f);
    return true;
}

static double predict(const SetupSample *g, const double *w) {
    double sum = 0;
    for (int k = 0; k < WEIGHTS; k++) sum += w[k] * g->x[k];
    return 1 / (1 + exp(-sum));
}

/* Newton's step for one weight after the other. The place that all others are compared with keeps 0. */
static int fit_weights(const SetupSamples *d, int size, double *w) {
    int used = 0;
    for (int step = 0; step < SWEEPS * WEIGHTS; step++) {
        int k = step % WEIGHTS;
        if (k == PLACES + STONE_INSIDE) continue;
        double ridge = k < PLACES ? 1e-6 : RIDGE, slope = -ridge * w[k], bend = ridge;
        used = 0;
        for (size_t i = 0; i < d->count; i++) {
            const SetupSample *g = &d->items[i];
            if (g->size != size) continue;
            double p = predict(g, w);
            slope += (g->won - p) * g->x[k];
            bend += p * (1 - p) * g->x[k] * g->x[k];
            used++;
        }
        w[k] += slope / bend;
    }
    return used;
}

static void fit_size(const SetupSamples *d, int size) {
    double w[WEIGHTS] = {0};
    int games = fit_weights(d, size, w);
    printf("PRIOR(%d, %.0f, %.0f", size, CP * w[BASE], 256 * w[SHARE]);
    for (int k = 0; k < STONE_PLACES; k++) printf(", %.0f", CP * w[PLACES + k] + 0.0);
    printf(") /* %d games */\n", games);
}

int main(int argc, char **argv) {
    engine_init();
    eval_init();
    if (argc == 6 && !strcmp(argv[1], "games"))
        return play_games(variant_find(argv[2]), (int)argument_need(PROGRAM, "GAMES", argv[3], 1, INT_MAX),
                          argument_need(PROGRAM, "NODES", argv[4], 1, INT64_MAX),
                          (uint64_t)argument_need(PROGRAM, "SEED", argv[5], 0, INT64_MAX))
                   ? EXIT_SUCCESS
                   : EXIT_FAILURE;
    if (argc < 3 || strcmp(argv[1], "fit")) {
        fprintf(stderr,
                "usage: cierzo-setup-fit games VARIANT GAMES NODES SEED >FILE\n       cierzo-setup-fit fit FILE... >DEF\n");
        return EXIT_FAILURE;
    }
    SetupSamples d = {NULL, 0, 0};
    for (int i = 2; i < argc; i++)
        if (!read_samples(argv[i], &d)) return EXIT_FAILURE;
    printf("/* Files of the board; cp for Black to begin with; share of the search's score in 1/256; cp of an own stone on "
           "an edge, in a\n"
           " * corner, diagonally beside one, elsewhere. By scripts/fit-setup.sh. */\n");
    for (int size = 7; size <= MAX_SIZE; size++)
        if (size != 8) fit_size(&d, size);
    free(d.items);
    return EXIT_SUCCESS;
}
