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

/* `claims`, and of each shooter that the last turn had claimed: square, claimant, sizes of the largest black and white group beside
 * it. `claimed` are those shooters. The groups are still those that decided, since claims come last in a turn. */
void gui_claims(Text *out, const Board *board, Bitboard claimed);

#endif
