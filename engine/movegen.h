/* Turns after the setup, handed out in slices: one for every shooter and destination, and one for all shots without a move.
 * A caller that needs no list never makes one. */
#ifndef CIERZO_ENGINE_MOVEGEN_H
#define CIERZO_ENGINE_MOVEGEN_H

#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"

/* Bound on the turns of one position: each of 7 shooters sees at most 35 squares of the 10x10 board (9 + 9 on rank and file,
 * 9 + 8 on the diagonals), each destination again 35, and a shot without a move goes to one of at most 93 squares:
 * 7 * 35 * 35 + 93 = 8668. */
enum { MAX_TURNS = 8668 };

typedef struct {
    Square from, to; /* NO_SQUARE both: shots without a move */
    Bitboard shots;  /* never empty */
} TurnSlice;

typedef struct {
    const Position *position;
    Bitboard blockers, empty;
    Bitboard shooters;     /* still to come */
    Bitboard destinations; /* of the current shooter, still to come */
    Bitboard standing;     /* seen by the shooters so far: where shots without a move go */
    Square from;
    bool done;
} TurnIterator;

/* The position must outlive the iterator and stay unchanged. turns_next returns false when there are no more turns; at
 * once in a setup, in a finished game, and where nobody can move. */
TurnIterator turns_begin(const Position *p);
bool turns_next(TurnIterator *it, TurnSlice *slice);

/* Where an unclaimed shooter can go, which is also what it can shoot at without moving; and the shots after a move there. */
Bitboard turn_targets(const Position *p, Square from);
Bitboard turn_shots(const Position *p, Square from, Square to);

/* How many turns there are, in a setup too: computed, not listed. */
uint64_t turns_count(const Position *p);

/* Writes all turns after the setup; `out` has room for MAX_TURNS. Returns how many. */
size_t turns_list(const Position *p, Move *out);

/* Whether `m` is a legal turn of any kind. Any 64 bits may be given. */
bool turn_is_legal(const Position *p, Move m);

#endif
