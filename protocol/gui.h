/* Answers for the boards of GUIs: one line each, squares by file, then by rank. */
#ifndef CIERZO_PROTOCOL_GUI_H
#define CIERZO_PROTOCOL_GUI_H

#include "engine/partial.h"
#include "engine/play.h"
#include "protocol/text.h"

/* `next`, then lists of the squares that can come next, each behind its name; empty lists are left out. */
void gui_next(Text *out, const Partial *next);

/* `groups`, then colour, size and squares of each group, the largest first. */
void gui_groups(Text *out, const Board *board);

/* `claims`, then for each of the shooters `claimed` by the turn that led here its square, the claimant, and the sizes of the largest black
 * and the largest white group beside it. These are the sizes that decided, as the claims of a turn come last, all at once. */
void gui_claims(Text *out, const Board *board, Bitboard claimed);

#endif
