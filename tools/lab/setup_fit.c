/* cierzo-setup-fit: what goes into search/setup_prior.def.
 *
 *     cierzo-setup-fit games VARIANT GAMES NODES SEED >FILE     fast games from random setups, one line each:
 *                                                               VARIANT;POSITION;SCORE;LATER
 *     cierzo-setup-fit fit FILE... >search/setup_prior.def      one row for each size of board
 *
 * SCORE is the search's of the first turn, LATER that of a dozen turns later or the result, both for Black. The fit is a logistic
 * regression of LATER, as a probability, on what is known after the setup: SCORE, and where the stones stand. Against results, LATER
 * has little noise: on veletas-7 it made the fit better on held-out results than the results themselves did. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "eval/eval.h"
#include "kit/ask.h"
#include "search/search.h"
#include "search/setup_prior.h"

enum { PLIES = 12, SWEEPS = 40, BASE = 0, SHARE = 1, PLACES = 2, WEIGHTS = PLACES + STONE_PLACES, LINE = 512 };

/* Penalty on the weight of a place, which is about a quarter of a unit of log-odds or less. */
static const double RIDGE = 8;
static const double CP = 173.72; /* 400 / ln 10: cp of one unit of log-odds */

/* ---- games ---- */

static Score for_black(const Position *p, Score s) { return p->side == BLACK ? s : -s; }

static void play(Search *s, const Variant *v, int64_t nodes, uint64_t *random) {
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
        Answer a = ask_nodes(s, &b.position, nodes);
        if (a.best == MOVE_NONE) return; /* a setup that traps every shooter: no game */
        later = for_black(&b.position, score_promised(a.score)); /* its probability is what the fit is to hit */
        if (ply == 0) first = later;
        board_play(&b, a.best, &undo);
    }
    if (ply <= PLIES) later = position_winner(&b.position) == BLACK ? SCORE_MATE : -SCORE_MATE;
    printf("%s;%s;%d;%d\n", v->name, text, first, later);
    fflush(stdout);
}

static bool play_games(const Variant *v, int games, int64_t nodes, uint64_t seed) {
    Search *s = search_create(1);
    if (!v || games < 1 || nodes < 1 || !s) return false;
    for (int i = 0; i < games; i++) play(s, v, nodes, &seed);
    search_destroy(s);
    return true;
}

/* ---- the fit ---- */

typedef struct {
    int size;
    double x[WEIGHTS]; /* what each weight is multiplied with */
    double won;        /* Black's probability later on */
} Game;

typedef struct {
    Game *games;
    size_t count, room;
} Data;

static bool read_line(char *line, Game *g) {
    char *fields[4];
    Position p;
    int count = 0;
    for (char *at = strtok(line, ";"); at && count < 4; at = strtok(NULL, ";")) fields[count++] = at;
    if (count < 4 || !variant_find(fields[0]) || position_parse(variant_find(fields[0]), fields[1], &p)) return false;
    *g = (Game){.size = p.variant->size};
    g->x[BASE] = 1;
    g->x[SHARE] = atoi(fields[2]) / CP;
    for (int c = 0; c < 2; c++)
        if (p.stones[c]) g->x[PLACES + setup_stone_place(p.variant, bb_first(p.stones[c]))] += c == BLACK ? 1 : -1;
    g->won = score_to_probability(atoi(fields[3])) / (double)SCORE_ONE;
    return true;
}

static bool read_file(const char *name, Data *d) {
    char line[LINE];
    FILE *f = fopen(name, "r");
    if (!f) return false;
    while (fgets(line, sizeof line, f)) {
        if (d->count == d->room) {
            d->room = d->room ? 2 * d->room : 1024;
            Game *grown = realloc(d->games, d->room * sizeof *grown);
            if (!grown) exit(EXIT_FAILURE);
            d->games = grown;
        }
        if (read_line(line, &d->games[d->count])) d->count++;
        else fprintf(stderr, "cierzo-setup-fit: a line that is no game in %s\n", name);
    }
    fclose(f);
    return true;
}

static double predict(const Game *g, const double *w) {
    double sum = 0;
    for (int k = 0; k < WEIGHTS; k++) sum += w[k] * g->x[k];
    return 1 / (1 + exp(-sum));
}

/* Newton's step for one weight after the other. The place that all others are compared with keeps 0. */
static int fit(const Data *d, int size, double *w) {
    int used = 0;
    for (int step = 0; step < SWEEPS * WEIGHTS; step++) {
        int k = step % WEIGHTS;
        if (k == PLACES + STONE_INSIDE) continue;
        double ridge = k < PLACES ? 1e-6 : RIDGE, slope = -ridge * w[k], bend = ridge;
        used = 0;
        for (size_t i = 0; i < d->count; i++) {
            const Game *g = &d->games[i];
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

static void fit_size(const Data *d, int size) {
    double w[WEIGHTS] = {0};
    int games = fit(d, size, w);
    printf("PRIOR(%d, %.0f, %.0f", size, CP * w[BASE], 256 * w[SHARE]);
    for (int k = 0; k < STONE_PLACES; k++) printf(", %.0f", CP * w[PLACES + k] + 0.0);
    printf(") /* %d games */\n", games);
}

int main(int argc, char **argv) {
    engine_init();
    eval_init();
    if (argc == 6 && !strcmp(argv[1], "games") &&
        play_games(variant_find(argv[2]), atoi(argv[3]), atoll(argv[4]), strtoull(argv[5], NULL, 10)))
        return EXIT_SUCCESS;
    if (argc < 3 || strcmp(argv[1], "fit")) {
        fprintf(stderr,
                "usage: cierzo-setup-fit games VARIANT GAMES NODES SEED >FILE\n       cierzo-setup-fit fit FILE... >DEF\n");
        return EXIT_FAILURE;
    }
    Data d = {NULL, 0, 0};
    for (int i = 2; i < argc; i++)
        if (!read_file(argv[i], &d)) return EXIT_FAILURE;
    printf("/* Files of the board; cp for Black to begin with; share of the search's score in 1/256; cp of an own stone on "
           "an edge, in a\n"
           " * corner, diagonally beside one, elsewhere. By scripts/fit-setup.sh. */\n");
    for (int size = 7; size <= MAX_SIZE; size++)
        if (size != 8) fit_size(&d, size);
    free(d.games);
    return EXIT_SUCCESS;
}
