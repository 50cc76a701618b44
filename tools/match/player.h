/* An engine of the tournament as a process that comes and goes. */
#ifndef CIERZO_TOOLS_MATCH_PLAYER_H
#define CIERZO_TOOLS_MATCH_PLAYER_H

#include "kit/client.h"
#include "tools/match/options.h"

/* Who is told what goes on. */
typedef struct {
    void (*warn)(void *context, const char *text);
    void (*trace)(void *context, const char *engine, bool to_engine,
                  const char *line); /* NULL: lines are nobody's business */
    void *context;
} Audience;

typedef struct {
    const EngineSpec *spec;
    const Audience *audience;
    Client *client; /* NULL: not running */
    int strays;     /* of the client, when the game began */
} Player;

typedef enum { PLAYER_READY, PLAYER_DOES_NOT_START, PLAYER_INTERRUPTED } PlayerState;

/* Makes it ready for a new game: starts it if need be, trying twice, sets its options. While `interrupt`, a file, has something to read,
 * all waits end early. */
PlayerState player_prepare(Player *p, const MatchOptions *o, int interrupt);

/* Ends the process. */
void player_end(Player *p);

/* Whether the program of an engine can be started at all; if not, errno says why. */
bool player_exists(const EngineSpec *e);

#endif
