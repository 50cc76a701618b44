/* Plays what is left of a tournament, several games at once. */
#ifndef CIERZO_TOOLS_MATCH_TOURNAMENT_H
#define CIERZO_TOOLS_MATCH_TOURNAMENT_H

#include <stdio.h>

#include "tools/match/match_options.h"

typedef struct Tournament Tournament;

/* Reads openings and record, so that only what is missing will be played. Prints to `out`, which must outlive it, as the options must.
 * NULL with the reason in `error`. */
Tournament *tournament_open(const MatchOptions *o, FILE *out, char error[static MATCH_ERROR_SIZE]);

typedef enum { TOURNAMENT_FINISHED, TOURNAMENT_STOPPED, TOURNAMENT_FAILED } TournamentEnd;

/* Plays, then prints the tables. Games that were under way when it stopped are not counted. Failed: the reason was printed. */
TournamentEnd tournament_play(Tournament *t);

/* From any thread: no more games, those under way are broken off, tournament_play returns soon. */
void tournament_stop(Tournament *t);

void tournament_close(Tournament *t);

#endif
