/* Games of the engine with itself, as cierzo-selfplay writes them for the programs that learn from them. One line a game:
 *
 *     INDEX;VARIANT;POSITION;MOVE=SCORE MOVE=SCORE …;RESULT
 *
 * SCORE is what the search found for the mover, proofs included, without the factor of score_promised; RESULT is `b` or `w`: who has won by claims. */
#ifndef CIERZO_KIT_SELFPLAY_LINE_H
#define CIERZO_KIT_SELFPLAY_LINE_H

#include <stdio.h>

#include "engine/move.h"
#include "engine/position.h"
#include "eval/score.h"

/* A turn fills a square, so no game has as many. */
enum { SELFPLAY_MOST_TURNS = 128, SELFPLAY_FIELDS = 5, SELFPLAY_ERROR_SIZE = 128 };

typedef struct {
    int64_t index;
    Position start;
    Move moves[SELFPLAY_MOST_TURNS];
    Score scores[SELFPLAY_MOST_TURNS]; /* of the position before the move, for the mover */
    int turns;                         /* at least 1 */
    Colour winner;                     /* BLACK or WHITE */
} SelfplayGame;

/* Reads a line, with its end or without, and checks it by the rules: every move is legal and the result is that of the board. False with
 * the reason in `error` for anything else. Writes into `line` on the way. */
bool selfplay_line_read(char *line, SelfplayGame *out, char error[static SELFPLAY_ERROR_SIZE]);

void selfplay_line_write(FILE *out, const SelfplayGame *g);

/* The position before each of the game's turns. */
void selfplay_positions(const SelfplayGame *g, Position out[static SELFPLAY_MOST_TURNS]);

#endif
