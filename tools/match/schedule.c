/* Games are numbered round by round, and encounter by encounter within a round, so that asking for more rounds only adds numbers at the end.
 * All encounters of a round have the same opening, so that no engine meets easier ones than another. */
#include "tools/match/schedule.h"

int64_t schedule_encounters(const Schedule *s) {
    return s->gauntlet ? s->engines - 1 : (int64_t)s->engines * (s->engines - 1) / 2;
}

int64_t schedule_games(const Schedule *s) { return s->rounds * schedule_encounters(s) * s->games; }

/* The engines of encounter `index` of a round: (0, 1), (0, 2), ... (1, 2), ... */
static void engines_of(int64_t index, int engines, int out[2]) {
    int first = 0;
    while (index >= engines - 1 - first) index -= engines - 1 - first++;
    out[0] = first;
    out[1] = first + 1 + (int)index;
}

Fixture schedule_fixture(const Schedule *s, int64_t number) {
    int64_t pair = (number - 1) / s->games, encounters = schedule_encounters(s);
    Fixture f = {.round = pair / encounters, .pair = pair, .leg = (int)((number - 1) % s->games)};
    engines_of(pair % encounters, s->engines, f.engines);
    bool exchanged =
        s->games == 1 ? f.round & 1 : f.leg; /* with single games the players change sides from round to round */
    f.players[0] = f.engines[exchanged];
    f.players[1] = f.engines[!exchanged];
    return f;
}
