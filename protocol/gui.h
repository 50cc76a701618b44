/* Answers for the boards of GUIs: one line each, squares by file, then by rank. */
#ifndef CIERZO_PROTOCOL_GUI_H
#define CIERZO_PROTOCOL_GUI_H

#include "engine/partial.h"
#include "engine/play.h"
#include "protocol/text.h"

/* `next`, and what can come next in lists with their names, empty ones left out. */
void gui_next(Text *out, const Partial *next);

/* `groups`, and colour, size and squares of each, the largest first. */
void gui_groups(Text *out, const Board *board);

/* `claims`, and of each of the shooters `claimed` by the turn that led here: square, claimant, sizes of the largest black and
 * the largest white group beside it. The groups are still those that decided: claims come last in a turn, judged all at once. */
void gui_claims(Text *out, const Board *board, Bitboard claimed);

#endif
