/* Openings: positions after both setups, Black to move; and what a search and short games say of them.
 *
 * Two openings are equal when one of the eight turns and reflections of the square makes one the other; every rule set allows all
 * eight. Exchanging the colours makes no equal opening: after the setup it is always Black's turn, and the exchange makes it White's. An
 * exchange of the stones alone is another game. Who placed what, and whether the players swapped, does not matter. */
#ifndef CIERZO_TOOLS_OPENINGS_OPENING_H
#define CIERZO_TOOLS_OPENINGS_OPENING_H

#include "engine/position.h"
#include "eval/score.h"
#include "search/search.h"

enum { SYMMETRIES = 8 };

/* The opening as symmetry 0 … 7 shows it; 0 leaves it as it is. */
Position opening_turned(const Position *p, int symmetry);

/* One of the eight symmetric openings, the same one whichever of them is given. */
Position opening_canonical(const Position *p);

/* Random legal setups without a swap, hardly any placement likelier than another; *random is a state of splitmix64. False when no
 * game can be played from what was drawn: a shooter is trapped from the beginning, or there was no room to place. */
bool opening_random(const Variant *v, uint64_t *random, Position *out);

/* Whether this is an opening of its rule set: both setups on the board as the rules allow them and nothing else, Black to move, no swap
 * mark, no shooter trapped. */
bool opening_is_legal(const Position *p);

/* The worth to Black, in cp, by a search of so many nodes. Clears the table first. */
Score opening_worth(Search *s, const Position *p, int64_t nodes);

/* Whether Black wins a game in which every turn has between half of `nodes` and half as many more, as the seed says. The games of one
 * opening differ by their seeds: with a quarter more at most, every other one of veletas-7 was the same to its end. Clears the table
 * first. */
bool opening_black_wins(Search *s, const Position *p, int64_t nodes, uint64_t seed);

/* A seed for the index-th of several random things that are drawn from one seed. */
uint64_t opening_seed(uint64_t seed, uint64_t index);

#endif
