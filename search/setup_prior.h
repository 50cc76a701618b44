/* What fast games say about setups and a search of a few plies does not see: where the two stones stand, and how far to trust the
 * search's score so early. Once these were known, tables of every distance between shooters and stones added nothing on held-out games. */
#ifndef CIERZO_SEARCH_SETUP_PRIOR_H
#define CIERZO_SEARCH_SETUP_PRIOR_H

#include "engine/position.h"
#include "eval/score.h"

/* Where a stone stands. The square diagonally beside a corner is the best place by far. */
typedef enum { STONE_EDGE, STONE_CORNER, STONE_BESIDE_CORNER, STONE_INSIDE, STONE_PLACES } StonePlace;
StonePlace setup_stone_place(const Variant *v, Square s);

/* The worth of a stone there to its owner at the start of the game, in cp. */
int setup_stone_worth(const Variant *v, Square s);

/* The score of the first turn of a game, whose search gave `s`: both for the side to move, which is Black. Proofs stay, and so do scores
 * of positions with other stones than one of each colour. */
Score setup_worth(const Position *p, Score s);

#endif
