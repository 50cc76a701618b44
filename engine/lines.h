/* Queen lines: what a square sees. */
#ifndef CIERZO_ENGINE_LINES_H
#define CIERZO_ENGINE_LINES_H

#include "engine/bitboard.h"

/* Fills the line tables. Call once at start-up. */
void lines_init(void);

/* The squares on the eight queen lines from `s`, each line up to but without its first blocker. `blockers` must hold
 * the walls of the rule set (variant.h). */
Bitboard lines_seen(Square s, Bitboard blockers);

/* The eight rays of `s` in pairs of opposite directions: how many squares before the first blocker.
 * lengths[2 * k] and lengths[2 * k + 1] lie on one line. */
void lines_lengths(Square s, Bitboard blockers, int lengths[8]);

/* The queen's reach of `s` on the empty grid of MAX_SIZE files and ranks. */
Bitboard lines_reach(Square s);

#endif
