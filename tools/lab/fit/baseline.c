/* The project's first evaluation, as it was set by hand before anything was fitted: what a fit has to beat. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/claims.h"
#include "eval/ground.h"
#include "tools/lab/fit/fit.h"
#include "tools/lab/fit/games.h"
#include "tools/lab/fit/measures.h"

/* Log-odds in 1/256 for the inputs, by squares that the shooter sees, linear between. */
enum { ANCHORS = 8 };
static const int SEEN[ANCHORS] = {1, 2, 3, 5, 8, 12, 18, 26};
static const int TEMPO[ANCHORS] = {60, 40, 25, 15, 10, 8, 6, 5};
static const int RATIO[ANCHORS] = {280, 250, 220, 180, 130, 100, 70, 50};
static const int SIGN[ANCHORS] = {220, 170, 130, 90, 60, 40, 25, 15};
static const int VIEW[ANCHORS] = {120, 170, 220, 280, 340, 370, 380, 380};
enum { VIEW_SIGN = 36 }; /* in 1/32 beside the log ratio */

static double interpolate(const int *values, int seen) {
    int i = 1;
    if (seen <= SEEN[0]) return values[0];
    while (i < ANCHORS - 1 && seen > SEEN[i]) i++;
    double part = (double)(seen - SEEN[i - 1]) / (SEEN[i] - SEEN[i - 1]);
    return values[i - 1] + (values[i] - values[i - 1]) * (part > 1 ? 1 : part);
}

static int sign_of(int n) { return (n > 0) - (n < 0); }

static double log_ratio(int black, int white) { return (ground_log(black) - ground_log(white)) / 32.0; }

/* Log-odds that Black claims the shooter on `s`. */
static double log_odds(const Ground *g, Square s, Colour to_move) {
    const uint8_t *black = &g->largest[BLACK][CELL_MARGIN], *white = &g->largest[WHITE][CELL_MARGIN];
    Bitboard seen = lines_seen(s, g->blockers) & g->empty;
    double view = 0;
    int n = bb_count(seen);
    while (seen) {
        Square y = bb_pop(&seen);
        view += log_ratio(black[y], white[y]) + VIEW_SIGN / 32.0 * sign_of(black[y] - white[y]);
    }
    return (interpolate(TEMPO, n) * (to_move == BLACK ? 1 : -1) + interpolate(RATIO, n) * log_ratio(black[s], white[s]) +
            interpolate(SIGN, n) * sign_of(black[s] - white[s]) + interpolate(VIEW, n) * (n ? view / n : 0)) /
           256;
}

typedef struct {
    double log_odds[MAX_SHOOTERS];
    int claimant[MAX_SHOOTERS]; /* 1 Black, 0 White, -1 nobody */
    int count, have, need, game, third, black_won;
} BaselineCase;

static BaselineCase *cases;
static size_t case_count, case_room;

static void add_baseline_case(const GamePosition *at) {
    const Position *p = &at->board->position;
    Ground ground;
    if (case_count == case_room) cases = fit_more(cases, &case_room, sizeof *cases);
    BaselineCase *c = &cases[case_count++];
    *c = (BaselineCase){.have = p->claims[BLACK],
                        .need = variant_majority(p->variant),
                        .game = at->game,
                        .third = at->third,
                        .black_won = at->black_won};
    ground_compute(&ground, at->board);
    for (Bitboard rest = p->shooters; rest; c->count++) {
        Colour claimant = at->claimant[c->count];
        c->log_odds[c->count] = log_odds(&ground, bb_pop(&rest), p->side);
        c->claimant[c->count] = claimant == NO_COLOUR ? -1 : claimant == BLACK;
    }
}

static void measure_case(const BaselineCase *c, double scale, Measures *m) {
    int p[MAX_SHOOTERS];
    for (int i = 0; i < c->count; i++) {
        double probability = 1 / (1 + exp(-scale * c->log_odds[i]));
        p[i] = (int)(CLAIM_ONE * probability);
        if (c->claimant[i] >= 0) measures_claim(m, probability, c->claimant[i]);
    }
    Odds odds = claims_majority(p, c->count, c->have, c->need);
    measures_result(m, c->third, (double)odds.own / ((double)odds.own + (double)odds.other), c->black_won);
}

static double loss_with(double scale) {
    Measures all = {0};
    for (size_t i = 0; i < case_count; i++)
        if (cases[i].game % HOLD_OUT) measure_case(&cases[i], scale, &all);
    return measures_loss(&all);
}

static double best_scale(void) {
    double low = 0.2, high = 3;
    for (int i = 0; i < 20; i++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (loss_with(a) < loss_with(b)) high = b;
        else low = a;
    }
    return (low + high) / 2;
}

void fit_baseline(const char *rules, const char *games, const char *out) {
    int count = games_read(games, rules, 0, add_baseline_case);
    size_t held_out = (size_t)(count + HOLD_OUT - 1) / HOLD_OUT;
    Measures *plain = calloc(held_out, sizeof *plain), *scaled = calloc(held_out, sizeof *scaled);
    if (!plain || !scaled) fit_fail("out of memory", "");
    double scale = best_scale();
    for (size_t i = 0; i < case_count; i++) {
        if (cases[i].game % HOLD_OUT) continue;
        measure_case(&cases[i], 1, &plain[cases[i].game / HOLD_OUT]);
        measure_case(&cases[i], scale, &scaled[cases[i].game / HOLD_OUT]);
    }
    measures_report("set by hand, held out", plain, held_out);
    printf("scale %.3f\n", scale);
    measures_report("scaled, held out", scaled, held_out);
    measures_save(scaled, held_out, out);
    free(plain);
    free(scaled);
    free(cases);
}
