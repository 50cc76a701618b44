/* One game, refereed. */
#ifndef CIERZO_TOOLS_MATCH_GAME_H
#define CIERZO_TOOLS_MATCH_GAME_H

#include "kit/record.h"
#include "tools/match/entrant.h"
#include "tools/match/match_options.h"

typedef enum {
    END_CLAIMS,      /* by the rules */
    END_ADJUDICATED, /* by the scores of the engines */
    END_TIME,        /* the loser's time was over; from here on faults of the loser */
    END_ILLEGAL,     /* a move that the rules do not allow, or none */
    END_CRASH,       /* the process ended, or closed its output */
    END_STALL,       /* no `readyok`, or no move in maxtime, or it does not read */
    END_FLOOD,       /* more output than an engine has to say */
    END_PROTOCOL,    /* a second `bestmove` */
    END_NO_START,    /* the process could not be started */
    END_COUNT,
    END_INTERRUPTED = END_COUNT /* no result */
} GameEnd;

/* As the tag `Termination` says it; END_COUNT for other texts. */
const char *game_end_text(GameEnd end);
GameEnd game_end_parse(const char *text);

typedef struct {
    GameEnd end;
    int winner;       /* 0 the first player, 1 the second */
    char reason[320]; /* for people: `White loses on time: ...`; printable ASCII */
} GameResult;

/* Plays game `number` from `start`. The players are in the order first and second, and stay so when a swap exchanges their colours. Fills
 * `record` with the start and the turns, its tags are the caller's; it needs record_free also when interrupted. An engine at fault is no
 * longer running. */
GameResult game_play(const MatchOptions *o, int64_t number, const Position *start, Entrant *players[2], int interrupt,
                     Record *record);

/* The player who has White: the second one (1), after a swap the first (0). */
int game_white(const Position *p);

#endif
