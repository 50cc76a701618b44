/* The tags of a game's record. */
#ifndef CIERZO_TOOLS_MATCH_GAME_TAGS_H
#define CIERZO_TOOLS_MATCH_GAME_TAGS_H

#include "kit/record.h"
#include "tools/match/game.h"
#include "tools/match/match_options.h"
#include "tools/match/schedule.h"

/* Sets the winner and all tags but that of the tournament (store_append) on the record of game `number`, which ended with `result`. */
void game_tags_set(const MatchOptions *o, int64_t number, const Fixture *f, const GameResult *result, Record *r);

/* Who plays and how often: with these a merge of records needs no command line. */
#define PLAYERS_TAG "Players"
#define PLAYERS_BETWEEN "; "
#define SCHEDULE_TAG "Schedule"
#define SCHEDULE_READ "%" SCNd64 " rounds of %d, %31s"

#endif
