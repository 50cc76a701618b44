/* What cierzo-match prints, in the lines that users of cutechess-cli and fastchess know. A result `1-0` is a win of White, who is named
 * first in `(WHITE vs BLACK)`; there are no draws, and their column is always 0. */
#ifndef CIERZO_TOOLS_MATCH_REPORT_H
#define CIERZO_TOOLS_MATCH_REPORT_H

#include <stdio.h>

#include "tools/match/tally.h"

/* Of two engines: `Score of A vs B: 2 - 1 - 0  [0.667] 3`. Nothing for more. */
void report_score(FILE *out, const Tally *t);

/* Two engines: Elo with its error, LOS, pairs, and the test where there is one. More: the ranking. */
void report_ratings(FILE *out, const Tally *t);

/* The ratings, the cross table of more than two engines, first mover's share, times, how games were lost. */
void report_final(FILE *out, const Tally *t);

typedef enum { SPRT_GOES_ON, SPRT_H0, SPRT_H1 } SprtState;
SprtState report_sprt_state(const Tally *t);

#endif
