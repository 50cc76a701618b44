/* Setup turns: up to 48 million in one position, so they are counted by formula, checked one by one and walked lazily. */
#ifndef CIERZO_ENGINE_SETUP_H
#define CIERZO_ENGINE_SETUP_H

#include "engine/move.h"
#include "engine/position.h"

/* Shooters that the setup turn of this position places; 0 outside the setup. */
int setup_to_place(const Position *p);

/* Where the next shooter may go when `placed` stand there already in the same turn. */
Bitboard setup_free(const Position *p, Bitboard placed);

/* Those of them after which the rest of the turn, its stone included, can still be placed; none when all shooters have
 * been. */
Bitboard setup_next_squares(const Position *p, Bitboard placed);

/* Number of setup turns, the swap included where it is on offer. */
uint64_t setup_count(const Position *p);

bool setup_is_legal(const Position *p, Move m);

/* A random setup turn, never the swap; *state is that of splitmix64. MOVE_NONE where so few are legal that many tries
 * find none. */
Move setup_random(const Position *p, uint64_t *state);

/* All setup turns in a fixed order, the swap first. */
typedef struct {
    const Position *position;
    Bitboard choices[MAX_PLACED]; /* squares still to be tried at each step */
    Bitboard stones;              /* squares still to be tried for the stone */
    Square placed[MAX_PLACED];
    int count; /* shooters to place */
    int step;  /* shooters placed so far; -1 at the end */
    bool swap; /* the swap is still to be handed out */
} SetupIterator;

SetupIterator setup_begin(const Position *p);
bool setup_next(SetupIterator *it, Move *out);

#endif
