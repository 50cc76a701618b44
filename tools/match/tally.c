#include "tools/match/tally.h"

#include <stdlib.h>
#include <string.h>

bool tally_init(MatchTally *t, const MatchOptions *o) {
    *t = (MatchTally){.options = o, .schedule = match_options_schedule(o)};
    t->games = schedule_games(&t->schedule);
    t->winners = malloc((size_t)t->games);
    t->engines = calloc((size_t)o->engine_count, sizeof *t->engines);
    if (!t->winners || !t->engines) return tally_free(t), false;
    memset(t->winners, -1, (size_t)t->games);
    return true;
}

void tally_free(MatchTally *t) {
    free(t->winners);
    free(t->engines);
    t->winners = NULL;
    t->engines = NULL;
}

bool tally_is_played(const MatchTally *t, int64_t number) { return t->winners[number - 1] >= 0; }

/* ---- one game ---- */

static void count_times(MatchTally *t, const Fixture *f, const Record *r) {
    int player = !position_p1_turn(&r->start); /* a swap is a turn too, so the players alternate throughout */
    for (int i = 0; i < r->turn_count; i++, player = !player) {
        EngineTally *e = &t->engines[f->players[player]];
        int64_t time = r->turns[i].note.time;
        if (time < 0) continue;
        e->turns++;
        e->time += time;
        if (time > e->longest) e->longest = time;
    }
}

/* Counts encounters whose games are all played, in the order of their numbers and without a gap: otherwise SPRT would see quick games
 * first, and those are not a fair sample. */
static void count_settled(MatchTally *t) {
    int games = t->schedule.games;
    for (; (t->settled + 1) * games <= t->games; t->settled++) {
        const int8_t *w = &t->winners[t->settled * games];
        if (w[0] < 0 || w[games - 1] < 0) return;
        if (games < 2) continue;
        int points = (w[0] == 0) + (w[1] == 0);
        (points == 0 ? &t->pairs.lost : points == 1 ? &t->pairs.split : &t->pairs.won)[0]++;
    }
}

/* The player who won, found by the names in the record; -1 when they are not those of the fixture. */
static int winner_of(const MatchTally *t, const Fixture *f, const Record *r) {
    const char *black = record_tag(r, "Black"), *white = record_tag(r, "White");
    if (!black || !white || r->winner == NO_COLOUR) return -1;
    for (int i = 0; i < 2; i++) {
        const char *first = match_options_name(t->options, f->players[i]),
                   *second = match_options_name(t->options, f->players[!i]);
        if (strcmp(black, first) == 0 && strcmp(white, second) == 0) return r->winner == BLACK ? i : !i;
    }
    return -1;
}

const char *tally_take(void *tally, const Record *r) {
    MatchTally *t = tally;
    const char *tag = record_tag(r, TALLY_NUMBER_TAG), *termination = record_tag(r, TALLY_END_TAG);
    char *end = NULL;
    long long number = tag ? strtoll(tag, &end, 10) : 0;
    if (!tag || end == tag || *end || number < 1) return "no number in the tag Game";
    if (number > t->games) return "the number of the game is beyond what -rounds and -games give";
    if (tally_is_played(t, number)) return "a second game of that number";
    Fixture f = schedule_fixture(&t->schedule, number);
    int winner = winner_of(t, &f, r);
    GameEnd how = termination ? game_end_parse(termination) : END_COUNT;
    if (winner < 0 || how == END_COUNT) return "players, result or termination are not those of a game of that number";
    t->winners[number - 1] = (int8_t)(f.players[winner] != f.engines[0]);
    t->played++;
    t->mover_won += winner == !position_p1_turn(&r->start);
    for (int i = 0; i < 2; i++) t->engines[f.players[i]].games++;
    t->engines[f.players[winner]].won++;
    t->engines[f.players[!winner]].lost[how]++;
    count_times(t, &f, r);
    count_settled(t);
    return NULL;
}

/* ---- sums ---- */

int64_t tally_wins(const MatchTally *t, int a, int b) {
    int64_t wins = 0;
    for (int64_t number = 1; number <= t->games; number++) {
        Fixture f = schedule_fixture(&t->schedule, number);
        int8_t winner = t->winners[number - 1];
        if (winner >= 0 && f.engines[winner] == a && f.engines[!winner] == b) wins++;
    }
    return wins;
}

/* The pairs that an engine has played, as it did in them. */
static Pairs pairs_of(const MatchTally *t, int engine) {
    Pairs p = {0, 0, 0};
    for (int64_t number = 1; t->schedule.games == 2 && number < t->games; number += 2) {
        const int8_t *w = &t->winners[number - 1];
        Fixture f = schedule_fixture(&t->schedule, number);
        if (w[0] < 0 || w[1] < 0 || (f.engines[0] != engine && f.engines[1] != engine)) continue;
        int side = f.engines[1] == engine, points = (w[0] == side) + (w[1] == side);
        (points == 0 ? &p.lost : points == 1 ? &p.split : &p.won)[0]++;
    }
    return p;
}

Estimate tally_estimate(const MatchTally *t, int engine, Pairs *pairs) {
    const EngineTally *e = &t->engines[engine];
    *pairs = pairs_of(t, engine);
    return pairs->lost + pairs->split + pairs->won ? stats_of_pairs(*pairs) : stats_of_games(e->won, e->games - e->won);
}

SprtState tally_sprt_state(const MatchTally *t) {
    double lower, upper;
    if (!t->options->has_sprt) return SPRT_GOES_ON;
    stats_bounds(&t->options->sprt, &lower, &upper);
    double llr = stats_llr(t->pairs, &t->options->sprt);
    return llr <= lower ? SPRT_H0 : llr >= upper ? SPRT_H1 : SPRT_GOES_ON;
}
