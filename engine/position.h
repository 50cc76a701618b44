/* A position: a small value that can be copied freely. Groups, which play keeps beside it, are in groups.h. */
#ifndef CIERZO_ENGINE_POSITION_H
#define CIERZO_ENGINE_POSITION_H

#include "engine/bitboard.h"
#include "engine/variant.h"

/* The third field of a position's text. */
typedef enum { SWAP_NONE, SWAP_OFFERED, SWAP_DONE } SwapMark;

typedef enum { PHASE_FIRST_SETUP, PHASE_SECOND_SETUP, PHASE_PLAY, PHASE_OVER } Phase;

typedef struct {
    Bitboard stones[2]; /* by colour */
    Bitboard claimed[2];
    Bitboard shooters; /* unclaimed ones */
    const Variant *variant;
    uint64_t key;      /* Zobrist: board, side, swap mark; not the turn number, not the rule set */
    uint16_t number;   /* turn number from 1, raised after each White turn */
    uint8_t side;      /* Colour to move */
    uint8_t swap;      /* SwapMark */
    uint8_t claims[2]; /* claimed shooters by colour */
} Position;

/* The empty board of a rule set, Black to place. */
Position position_start(const Variant *v);

/* Placed shooters, claimed ones included. */
static inline int position_shooters(const Position *p) { return bb_count(p->shooters) + p->claims[0] + p->claims[1]; }

static inline Bitboard position_occupied(const Position *p) {
    return p->stones[0] | p->stones[1] | p->claimed[0] | p->claimed[1] | p->shooters;
}

static inline Bitboard position_empty(const Position *p) { return p->variant->board & ~position_occupied(p); }

/* What a line cannot pass, by the rule row; the walls included. */
static inline Bitboard position_blockers(const Position *p) {
    Bitboard blockers = p->variant->walls | p->stones[0] | p->stones[1];
    if (p->variant->unclaimed_block) blockers |= p->shooters;
    if (p->variant->claimed_block) blockers |= p->claimed[0] | p->claimed[1];
    return blockers;
}

/* The colour that has claimed a majority, or NO_COLOUR. */
static inline Colour position_winner(const Position *p) {
    int need = variant_majority(p->variant);
    return p->claims[BLACK] >= need ? BLACK : p->claims[WHITE] >= need ? WHITE : NO_COLOUR;
}

Phase position_phase(const Position *p);

static inline bool position_in_setup(const Position *p) { return position_phase(p) <= PHASE_SECOND_SETUP; }

/* Whether the first player is to move; after a swap the first player is White. */
static inline bool position_p1_turn(const Position *p) { return (p->side == BLACK) != (p->swap == SWAP_DONE); }

/* Whether `s`, an unclaimed shooter's square, sees no empty square. */
bool position_is_trapped(const Position *p, Square s);

/* The key computed from nothing. */
uint64_t position_compute_key(const Position *p);

/* Whether every invariant of the struct holds: sets disjoint and on the board, counts and key right. For asserts and
 * tests. */
bool position_check(const Position *p);

#endif
