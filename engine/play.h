/* Playing and taking back turns. */
#ifndef CIERZO_ENGINE_PLAY_H
#define CIERZO_ENGINE_PLAY_H

#include "engine/groups.h"
#include "engine/move.h"
#include "engine/position.h"

/* A position with what play keeps beside it. */
typedef struct {
    Position position;
    Groups groups;
    uint8_t open[CELLS]; /* by cell (groups.h): 1 on an empty square, 0 elsewhere */
} Board;

typedef struct {
    Position before;
    GroupsUndo groups; /* of an ordinary turn */
    Move move;
} Undo;

void board_set(Board *b, const Position *p);

/* Plays a legal turn of any kind, claims included. */
void board_play(Board *b, Move m, Undo *undo);

/* Takes back the latest turn that has not been taken back; `undo` is what board_play filled for it. */
void board_undo(Board *b, const Undo *undo);

/* Whether position and groups are the same as when they are computed from nothing. For asserts and tests. */
bool board_check(const Board *b);

#endif
