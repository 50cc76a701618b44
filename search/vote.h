/* Which of several threads' answers is given. */
#ifndef CIERZO_SEARCH_VOTE_H
#define CIERZO_SEARCH_VOTE_H

#include "search/contract.h"

/* One thread's answer. */
typedef struct {
    Move move;
    Score score;
    int depth; /* the last that it finished, 0: none */
} Ballot;

/* The number of the chosen ballot, of at least one. A proved win is chosen before all others, the shortest one first; then a proved
 * loss, which no estimate can deny, the longest one first. Otherwise every ballot speaks for its move, the louder the deeper it
 * searched and the better its score, and of those for the chosen move the loudest is taken. Of equals the first.
 * (Voting by depth and score is an idea of Stockfish's.) */
int vote_choose(const Ballot *ballots, int count);

#endif
