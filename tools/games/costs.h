/* The turns that cost their mover most. */
#ifndef CIERZO_TOOLS_GAMES_COSTS_H
#define CIERZO_TOOLS_GAMES_COSTS_H

#include <stddef.h>

#include "tools/games/games.h"

typedef struct {
    const char *path;
    int game, number; /* of the turn */
    Colour mover;
    Move played, better;
    double before, after; /* the mover's winning probability, 0 ... 1 */
} Cost;

typedef struct {
    Cost *items; /* owned */
    size_t count, room;
} Costs;

/* Adds one, or leaves it out when memory is short. */
void costs_add(Costs *c, const Cost *cost);
/* The `most` worst, worst first. */
void costs_print(Costs *c, int most);
void costs_free(Costs *c);

#endif
