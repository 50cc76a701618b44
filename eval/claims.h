/* The estimate of all claims of one position, on the way to its score. Search uses the parts to order moves. */
#ifndef CIERZO_EVAL_CLAIMS_H
#define CIERZO_EVAL_CLAIMS_H

#include "eval/score.h"
#include "eval/shooters.h"

typedef struct {
    int count; /* unclaimed shooters, in bit order */
    Square square[MAX_SHOOTERS];
    Bitboard seen[MAX_SHOOTERS]; /* empty squares each sees */
    Features features[MAX_SHOOTERS];
    int black[MAX_SHOOTERS]; /* probability that Black claims it, in parts of CLAIM_ONE */
} Claims;

/* The tempo feature with that colour to move. */
static inline int claims_tempo(Colour to_move) { return to_move == BLACK ? 256 : -256; }

/* The estimate as if `to_move` were to move. */
void claims_estimate(const Ground *g, const Board *b, Colour to_move, Claims *out);
Odds claims_odds(const Claims *c, const Position *p);
/* From the view of the side to move. */
Score claims_score(const Claims *c, const Position *p);

#endif
