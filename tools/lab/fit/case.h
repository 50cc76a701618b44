/* What a fit learns from: a position as the network of net.h sees it, and what became of it. */
#ifndef CIERZO_TOOLS_LAB_FIT_CASE_H
#define CIERZO_TOOLS_LAB_FIT_CASE_H

#include "eval/net.h"
#include "tools/lab/fit/games.h"

typedef int8_t PlaceInputs[PLACE_COUNT]; /* in 1/32 */

typedef struct {
    PlaceInputs *squares;        /* of the empty squares */
    uint8_t *sees[MAX_SHOOTERS]; /* by shooter: the squares it sees, as numbers in `squares` */
    uint8_t seen[MAX_SHOOTERS];  /* how many those are */
    PlaceInputs shooters[MAX_SHOOTERS];
    int8_t claimant[MAX_SHOOTERS]; /* who got them: 1 the side to move, 0 the other, -1 nobody by the end */
    uint8_t board[BOARD_COUNT];
    int16_t emptiness;
    int32_t game;
    uint8_t square_count, count;
    int8_t missing, third, won; /* by the side to move */
} FitCase;

/* Takes its own copy of what it needs of the position; ends the program when memory is short. */
FitCase case_of_position(const GamePosition *at);

#endif
