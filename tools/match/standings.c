#include "tools/match/standings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char RULE[] = "--------------------------------------------------\n";

static double points_share(const EngineTally *e) { return e->games ? (double)e->won / (double)e->games : 0; }

void standings_score(FILE *out, const MatchTally *t) {
    const EngineTally *e = &t->engines[0];
    if (t->options->engine_count != 2 || !e->games) return;
    fprintf(out, "Score of %s vs %s: %" PRId64 " - %" PRId64 " - 0  [%.3f] %" PRId64 "\n", match_options_name(t->options, 0),
            match_options_name(t->options, 1), e->won, e->games - e->won, points_share(e), e->games);
}

/* ---- two engines ---- */

static void print_sprt(FILE *out, const MatchTally *t) {
    const Sprt *s = &t->options->sprt;
    double lower, upper, llr = stats_llr(t->pairs, s);
    stats_bounds(s, &lower, &upper);
    fprintf(out, "LLR: %.2f (%.1f%%) (%.2f, %.2f) [%.2f, %.2f]%s over %" PRId64 " pairs\n", llr,
            100 * llr / (llr < 0 ? -lower : upper), lower, upper, s->elo0, s->elo1,
            s->model == STATS_NORMALIZED ? " normalized" : "", t->settled);
    SprtState state = tally_sprt_state(t);
    if (state != SPRT_GOES_ON)
        fprintf(out, "SPRT (%g, %g) completed - %s was accepted\n", s->elo0, s->elo1, state == SPRT_H1 ? "H1" : "H0");
}

static void print_two(FILE *out, const MatchTally *t) {
    const EngineTally *e = &t->engines[0];
    char limits[2][128];
    Pairs p;
    Estimate x = tally_estimate(t, 0, &p);
    for (int i = 0; i < 2; i++) timing_text(&t->options->engines[i].timing, limits[i], sizeof limits[i]);
    bool same = strcmp(limits[0], limits[1]) == 0;
    fprintf(out, "%sResults of %s vs %s (%s%s%s, %s):\n", RULE, match_options_name(t->options, 0),
            match_options_name(t->options, 1), limits[0], same ? "" : " vs ", same ? "" : limits[1],
            t->options->variant->name);
    fprintf(out, "Elo: %.2f +/- %.2f, nElo: %.2f +/- %.2f\n", x.elo, x.elo_error, x.nelo, x.nelo_error);
    double ratio = p.lost ? (double)p.won / (double)p.lost : p.won ? (double)INFINITY : (double)NAN;
    fprintf(out, "LOS: %.2f %%, PairsRatio: %.2f\n", 100 * x.los, ratio);
    fprintf(out, "Games: %" PRId64 ", Wins: %" PRId64 ", Losses: %" PRId64 ", Draws: 0, Points: %" PRId64 ".0 (%.2f %%)\n",
            e->games, e->won, e->games - e->won, e->won, 100 * points_share(e));
    fprintf(out, "Ptnml(0-2): [%" PRId64 ", 0, %" PRId64 ", 0, %" PRId64 "]\n", p.lost, p.split, p.won);
    if (t->options->has_sprt) print_sprt(out, t);
    fputs(RULE, out);
}

/* ---- more than two ---- */

/* Engines by their share of the points; an insertion sort, since they are few. */
static void rank(const MatchTally *t, int *order) {
    for (int i = 0; i < t->options->engine_count; i++) {
        int k = i;
        for (; k > 0 && points_share(&t->engines[order[k - 1]]) < points_share(&t->engines[i]); k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

static int name_width(const MatchTally *t) {
    int width = 4;
    for (int i = 0; i < t->options->engine_count; i++) {
        int length = (int)strlen(match_options_name(t->options, i));
        if (length > width) width = length;
    }
    return width < 40 ? width : 40;
}

static void print_cells(FILE *out, const MatchTally *t, const int *order, int row) {
    for (int k = 0; k < t->options->engine_count; k++) {
        char cell[48] = ".";
        int64_t won = tally_wins(t, order[row], order[k]), lost = tally_wins(t, order[k], order[row]);
        if (k != row) snprintf(cell, sizeof cell, won + lost ? "%" PRId64 "-%" PRId64 : "-", won, lost);
        fprintf(out, " %9s", cell);
    }
}

static void print_ranking(FILE *out, const MatchTally *t, bool crossed) {
    int count = t->options->engine_count, *order = calloc((size_t)count, sizeof *order), width = name_width(t);
    if (!order) return;
    rank(t, order);
    fprintf(out, "Rank %-*s %9s %8s %7s %8s %8s", width, "Name", "Elo", "+/-", "Games", "Score", "Points");
    for (int i = 0; crossed && i < count; i++) fprintf(out, " %*s%d", i < 9 ? 8 : i < 99 ? 7 : 6, "vs ", i + 1);
    for (int i = 0; i < count; i++) {
        const EngineTally *e = &t->engines[order[i]];
        Pairs p;
        Estimate x = tally_estimate(t, order[i], &p);
        fprintf(out, "\n%4d %-*.*s %9.2f %8.2f %7" PRId64 " %7.2f%% %8" PRId64, i + 1, width, width,
                match_options_name(t->options, order[i]), x.elo, x.elo_error, e->games, 100 * points_share(e), e->won);
        if (crossed) print_cells(out, t, order, i);
    }
    fputc('\n', out);
    free(order);
}

void standings_ratings(FILE *out, const MatchTally *t) {
    if (!t->played) return;
    if (t->options->engine_count == 2) print_two(out, t);
    else print_ranking(out, t, false);
}

/* ---- the end ---- */

static void print_first_mover(FILE *out, const MatchTally *t) {
    double low, high;
    stats_wilson(t->mover_won, t->played, &low, &high);
    fprintf(out, "First to move: won %" PRId64 " of %" PRId64 ", %.1f %% [%.1f, %.1f]\n", t->mover_won, t->played,
            100 * (double)t->mover_won / (double)t->played, 100 * low, 100 * high);
}

/* Times of the engines and how they lost their games; only ways that occurred have a column. */
static void print_engines(FILE *out, const MatchTally *t) {
    int width = name_width(t);
    int64_t sums[END_COUNT] = {0};
    for (int i = 0; i < t->options->engine_count; i++)
        for (int end = 0; end < END_COUNT; end++) sums[end] += t->engines[i].lost[end];
    fprintf(out, "%-*s %10s %9s %8s   lost by", width, "Name", "ms a turn", "at most", "turns");
    for (int end = 0; end < END_COUNT; end++)
        if (sums[end]) fprintf(out, " %12s", game_end_text((GameEnd)end));
    for (int i = 0; i < t->options->engine_count; i++) {
        const EngineTally *e = &t->engines[i];
        fprintf(out, "\n%-*.*s %10.1f %9" PRId64 " %8" PRId64 "          ", width, width, match_options_name(t->options, i),
                e->turns ? (double)e->time / (double)e->turns : 0, e->longest, e->turns);
        for (int end = 0; end < END_COUNT; end++)
            if (sums[end]) fprintf(out, " %12" PRId64, e->lost[end]);
    }
    fputc('\n', out);
}

void standings_final(FILE *out, const MatchTally *t) {
    if (!t->played) return;
    standings_score(out, t);
    if (t->options->engine_count == 2) print_two(out, t);
    else print_ranking(out, t, true);
    print_first_mover(out, t);
    print_engines(out, t);
}
