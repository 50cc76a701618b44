/* The evaluation: who will claim each shooter, and from that who will have the majority. The same number from every
 * compiler and processor: all is computed in integers, but for one division of small integers in floats whose whole part
 * is exact (net.c). */
#ifndef CIERZO_EVAL_EVAL_H
#define CIERZO_EVAL_EVAL_H

#include "engine/play.h"
#include "eval/score.h"

/* Fills every table of the eval library. Call once at start-up, after engine_init. */
void eval_init(void);

/* Tells one set of fitted numbers from another, on machines of one byte order. */
uint64_t eval_identity(void);

/* The score of a position in play that nobody has won yet, from the view of the side to move, within ±SCORE_CP_MAX. */
Score eval_score(const Board *b);

/* The evaluation taken apart, as the code of eval_score computes it. */
typedef struct {
    Square square;
    bool claimed;
    int black;        /* probability that Black gets it, in parts of SCORE_ONE */
    int largest[2];   /* by colour: largest group beside it */
    int within[2];    /* by colour: largest group beside it or beside an empty square beside it */
    int seen;         /* empty squares it sees */
    int prospects[2]; /* by colour: seen squares on which that colour would claim it */
    /* The log-odds for Black, in 1/256, are the sum of what the groups beside the shooter, the squares that it sees, and
     * the rest contribute: the board as a whole and whose turn it is. */
    int by_groups, by_view, by_rest;
} EvalShooter;

typedef struct {
    EvalShooter shooters[MAX_SHOOTERS];
    int count;
    int black_wins; /* parts of SCORE_ONE */
    Score score;    /* side to move */
} EvalTrace;

/* Takes a position of any phase. During a setup the shooters are those on the board so far and the score is 0; in a
 * finished game it is a win or a loss in 0. */
void eval_trace(const Board *b, EvalTrace *out);

#endif
