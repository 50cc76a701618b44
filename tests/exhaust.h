/* Late positions played out in full: every turn of both sides, to the end of the game, with nothing of search/. */
#ifndef CIERZO_TESTS_EXHAUST_H
#define CIERZO_TESTS_EXHAUST_H

#include "engine/play.h"

/* What is known of the positions looked at so far; those of several roots of one rule set can share it. */
typedef struct Exhaust Exhaust;

/* Never NULL: without memory the test ends. */
Exhaust *exhaust_create(void);
void exhaust_destroy(Exhaust *e);
void exhaust_clear(Exhaust *e);

/* Plies to the end of the game when the winner makes it as short and the loser as long as can be: n when the side to move wins, -n
 * when it loses, 0 when the game is over. For positions whose side to move can always move, as every one of a real game. False when that
 * takes more than `most` positions not yet known, or memory is used up; `plies` means nothing then. */
bool exhaust_distance(Exhaust *e, Board *b, int most, int *plies);

#endif
