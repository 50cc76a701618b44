/* What the files of the library share: what is behind the handles, and the way between its numbers and the engine's. */
#ifndef CIERZO_LIB_HANDLE_H
#define CIERZO_LIB_HANDLE_H

#include "engine/play.h"
#include "lib/cierzo.h"

struct CierzoBoard {
    Board board;
    Undo *undos; /* of the turns played, the first one first */
    int count, room;
};

/* Fills the tables of the engine at the first call. Called by whatever makes a handle or needs a table without one. */
void handle_init(void);

/* A board without turns; NULL when memory is short. */
CierzoBoard *handle_board(const Position *p);

static inline int handle_square(Square s) { return s == NO_SQUARE ? -1 : square_file(s) + MAX_SIZE * square_rank(s); }
static inline Square handle_engine_square(int s) { return square_at(s % MAX_SIZE, s / MAX_SIZE); }

#endif
