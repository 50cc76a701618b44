/* A turn packed into 64 bits; an ordinary turn needs the low 21 bits only.
 *
 *   bits  0..6   shot (in a setup turn the stone)
 *   bits  7..13  to,   or the first shooter of a setup turn
 *   bits 14..20  from, or the second shooter; then 21..27 and 28..34 the third and fourth
 *   bits 35..36  MoveKind
 *
 * Unused squares hold NO_SQUARE. The shooters of a setup turn stand in file-then-rank order, so
 * that equal turns have equal values. */
#ifndef CIERZO_ENGINE_MOVE_H
#define CIERZO_ENGINE_MOVE_H

#include <stdbool.h>

#include "engine/square.h"

typedef uint64_t Move;

typedef enum { MOVE_KIND_NONE, MOVE_KIND_TURN, MOVE_KIND_SETUP, MOVE_KIND_SWAP } MoveKind;

enum { MOVE_KIND_SHIFT = 35, MOVE_TURN_BITS = 21, MAX_PLACED = 4 };

#define MOVE_NONE ((Move)0)
#define MOVE_SWAP ((Move)MOVE_KIND_SWAP << MOVE_KIND_SHIFT)
#define MOVE_TURN_MASK (((Move)1 << MOVE_TURN_BITS) - 1)

static inline MoveKind move_kind(Move m) { return (MoveKind)(m >> MOVE_KIND_SHIFT); }

/* A turn that moves the shooter on `from` to `to` and shoots; from == to == NO_SQUARE shoots without moving. */
static inline Move move_turn(Square from, Square to, Square shot) {
    return (Move)MOVE_KIND_TURN << MOVE_KIND_SHIFT | (Move)from << 14 | (Move)to << 7 | shot;
}
static inline Square move_shot(Move m) { return (Square)(m & 127); }
static inline Square move_to(Move m) { return (Square)(m >> 7 & 127); }
static inline Square move_from(Move m) { return (Square)(m >> 14 & 127); }
static inline bool move_relocates(Move m) { return move_from(m) != NO_SQUARE; }

/* An ordinary turn as 21 bits, for tables to store, and back. MOVE_NONE is 0, which no turn is: it would be a1-a1/a1. */
static inline uint32_t move_pack(Move m) { return (uint32_t)(m & MOVE_TURN_MASK); }
static inline Move move_unpack(uint32_t bits) { return bits ? (Move)MOVE_KIND_TURN << MOVE_KIND_SHIFT | bits : MOVE_NONE; }

/* A setup turn; `count` shooters in any order, `stone` NO_SQUARE without one. */
Move move_setup(const Square *shooters, int count, Square stone);
static inline Square move_stone(Move m) { return move_shot(m); }
/* Shooter `i` below MAX_PLACED of a setup turn, NO_SQUARE past the last. */
static inline Square move_placed(Move m, int i) { return (Square)(m >> (7 + 7 * i) & 127); }

#endif
