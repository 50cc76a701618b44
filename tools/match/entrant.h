/* An engine of the tournament, as a process that is started and ended as games need it. */
#ifndef CIERZO_TOOLS_MATCH_ENTRANT_H
#define CIERZO_TOOLS_MATCH_ENTRANT_H

#include "kit/client.h"
#include "tools/match/journal.h"
#include "tools/match/match_options.h"

typedef struct {
    const EngineSpec *spec;
    Journal *journal;
    Client *client; /* NULL: not running */
    int strays;     /* of the client, when the game began */
} Entrant;

typedef enum { ENTRANT_READY, ENTRANT_DOES_NOT_START, ENTRANT_INTERRUPTED } EntrantState;

/* Makes it ready for a new game: starts it if need be, trying twice, and sends its options. All waits end early while the file descriptor
 * `interrupt` has something to read. */
EntrantState entrant_prepare(Entrant *p, const MatchOptions *o, int interrupt);

/* Ends the process. */
void entrant_end(Entrant *p);

/* Whether the program of an engine can be started at all; if not, errno says why. */
bool entrant_exists(const EngineSpec *e);

#endif
