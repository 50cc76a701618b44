/* Answers for people: the board, the evaluation, the moves, the commands. */
#ifndef CIERZO_PROTOCOL_DISPLAY_H
#define CIERZO_PROTOCOL_DISPLAY_H

#include "engine/play.h"
#include "protocol/text.h"

/* All of these append whole lines. */

/* The board, then the lines `Fen: `, `Key: ` and `Moves: ` that programs may read. */
void display_board(Text *out, const Board *board);

/* The evaluation taken apart, shooter by shooter. */
void display_eval(Text *out, const Board *board);

/* The legal turns one a line, except for setup turns, of which there are millions; then `Moves: COUNT`. */
void display_moves(Text *out, const Board *board);

void display_help(Text *out);

#endif
