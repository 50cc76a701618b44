/* Zobrist keys: 64 random bits for each kind of piece on each square, for the side to move and the swap mark. */
#ifndef CIERZO_ENGINE_ZOBRIST_H
#define CIERZO_ENGINE_ZOBRIST_H

#include "engine/square.h"

typedef struct {
    uint64_t stone[2][SQUARES];
    uint64_t claimed[2][SQUARES];
    uint64_t shooter[SQUARES];
    uint64_t white_to_move;
    uint64_t swap[3]; /* by SwapMark; swap[SWAP_NONE] is 0 */
} Zobrist;

extern Zobrist zobrist;

/* Fills the keys from a fixed seed: the same on every machine. Call once at start-up. */
void zobrist_init(void);

#endif
