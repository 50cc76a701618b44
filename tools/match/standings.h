/* What cierzo-match prints, in the lines that users of cutechess-cli and fastchess know. A result `1-0` is a win of White, who is named
 * first in `(WHITE vs BLACK)`; there are no draws, and their column is always 0. */
#ifndef CIERZO_TOOLS_MATCH_STANDINGS_H
#define CIERZO_TOOLS_MATCH_STANDINGS_H

#include <stdio.h>

#include "tools/match/tally.h"

/* Of two engines: `Score of A vs B: 2 - 1 - 0  [0.667] 3`. Nothing for more. */
void standings_score(FILE *out, const MatchTally *t);

/* Two engines: Elo with its error, LOS, pairs, and the test where there is one. More: the ranking. */
void standings_ratings(FILE *out, const MatchTally *t);

/* At the end: the score, ratings or ranking with a cross table, the first mover's share, times, how games were lost. */
void standings_final(FILE *out, const MatchTally *t);

#endif
