/* Puts the records that shards of a match have written together: docs/cluster.md. */
#ifndef CIERZO_TOOLS_MATCH_MERGE_H
#define CIERZO_TOOLS_MATCH_MERGE_H

#include <stdio.h>

#include "tools/match/match_options.h"
#include "tools/match/tournament.h"

/* Reads the files of `o->merge`, or again and again those of `o->watch_path`, and prints the tables of all games to `out`. Engines and rounds
 * that the options do not name are taken from the files. Finished: every game is there, or the test has come to its verdict; stopped: games
 * are missing, and were named; failed: the reason was told on standard error. */
TournamentEnd merge_run(MatchOptions *o, FILE *out);

#endif
