/* Which of several threads' answers is given. */
#ifndef CIERZO_SEARCH_VOTE_H
#define CIERZO_SEARCH_VOTE_H

#include "search/contract.h"

/* One thread's answer. */
typedef struct {
    Move move;
    Score score;
    int depth; /* of its line, that of an unfinished round included; 0: nothing was finished */
} Ballot;

/* The number of the chosen ballot, of at least one. A proved win is chosen before all others, the shortest one first; then a proved
 * loss, which no estimate can deny, the longest one first. Otherwise the deepest, of those the one with the best score, of equals the first.
 *
 * Scores of different depths are not weighed against each other: those of odd and even depths lie some 50 cp apart here, so that a sum of
 * votes by depth and score preferred the shallower answer of the better parity. */
int vote_choose(const Ballot *ballots, int count);

#endif
