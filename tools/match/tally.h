/* The results so far. Games just played and games found in the file are counted in the same way, from their records. */
#ifndef CIERZO_TOOLS_MATCH_TALLY_H
#define CIERZO_TOOLS_MATCH_TALLY_H

#include "kit/record.h"
#include "kit/stats.h"
#include "tools/match/game.h"
#include "tools/match/match_options.h"
#include "tools/match/schedule.h"

typedef struct {
    int64_t games, won;
    int64_t lost[END_COUNT];      /* by GameEnd */
    int64_t turns, time, longest; /* ms, of turns with a time in the record */
} EngineTally;

typedef struct {
    const MatchOptions *options;
    Schedule schedule;
    int64_t games;        /* of the whole tournament */
    int8_t *winners;      /* by number - 1: index into the fixture's engines, -1 not played; owned */
    EngineTally *engines; /* owned */
    int64_t played;
    int64_t mover_won; /* games won by the player to move in the opening position */
    int64_t settled;   /* encounters, by number, before the first one with a game still to play */
    Pairs pairs;       /* of the settled encounters, where they have two games: as the first engine of each did */
} MatchTally;

/* The options must outlive the tally. False when memory is short. */
bool tally_init(MatchTally *t, const MatchOptions *o);
void tally_free(MatchTally *t);

/* Counts a finished game; NULL, or why it cannot be one of this tournament. `tally` is a MatchTally. */
const char *tally_take(void *tally, const Record *r);
bool tally_is_played(const MatchTally *t, int64_t number);

/* Games that engine `a` has won against engine `b`. */
int64_t tally_wins(const MatchTally *t, int a, int b);
/* An engine's share of the points against all others, by whole pairs where there are any. */
Estimate tally_estimate(const MatchTally *t, int engine, Pairs *pairs);

/* The verdict of SPRT so far; without SPRT it goes on for ever. */
typedef enum { SPRT_GOES_ON, SPRT_H0, SPRT_H1 } SprtState;
SprtState tally_sprt_state(const MatchTally *t);

/* The tags that tally_take reads, beside Black, White and Result. */
#define TALLY_NUMBER_TAG "Game"
#define TALLY_END_TAG "Termination"

#endif
