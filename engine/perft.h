/* Leaf counts of the tree of turns. */
#ifndef CIERZO_ENGINE_PERFT_H
#define CIERZO_ENGINE_PERFT_H

#include <stdatomic.h>

#include "engine/play.h"

/* Leaves `depth` plies below the board's position; the last ply is counted, not played. A finished game has no turns.
 * Setting *stop ends the count early, with a meaningless result; stop may be NULL. The board is as before at the end. */
uint64_t perft(Board *b, int depth, const atomic_bool *stop);

#endif
