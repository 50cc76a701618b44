/* What has cut before, by its parts: turns share their shots and their relocations, and what refuted one position refutes its neighbours
 * (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989). */
#ifndef CIERZO_SEARCH_HISTORY_H
#define CIERZO_SEARCH_HISTORY_H

#include "engine/move.h"
#include "search/tunables.h"

/* What the order adds to S and R, in 1/16 cp. At 20,000 nodes a turn (veletas, 200 games each, against none): half of 10 for the weight and
 * 1200 for both bounds 102-98, these 114-86, twice these 112-88, four times 93-107; for shots alone 104-96, for relocations alone 110-90. */
typedef struct {
    int16_t shot[2][SQUARES];                /* by the mover; within ±HISTORY_SHOT */
    int16_t relocation[2][SQUARES][SQUARES]; /* within ±HISTORY_RELOCATION */
} History;

/* `m` cut for `mover` at a node of this remaining depth, at least 1; the search tells of those from HISTORY_DEPTH on. */
void history_reward(History *h, Colour mover, Move m, int depth);

/* `m` was tried there before the one that did. */
void history_punish(History *h, Colour mover, Move m, int depth);

#endif
