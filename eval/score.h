/* Scores, from the view of the side to move.
 *
 * A score within ±SCORE_CP_MAX is in centipawn-like units of winning probability: 1 / (1 + 10^(-score / 400)). A score
 * beyond ±SCORE_PROVED is proved: SCORE_MATE - n wins, -(SCORE_MATE - n) loses, n plies from now. There is no draw. */
#ifndef CIERZO_EVAL_SCORE_H
#define CIERZO_EVAL_SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/clamp.h"

typedef int Score;

enum {
    SCORE_CP_MAX = 3000,
    SCORE_MATE = 32000,
    SCORE_INFINITE = 32001,
    SCORE_PROVED = 31000 /* no game is 1000 plies long */
};

static inline Score score_win_in(int plies) { return SCORE_MATE - plies; }
static inline Score score_loss_in(int plies) { return -SCORE_MATE + plies; }
static inline bool score_is_win(Score s) { return s >= SCORE_PROVED; }
static inline bool score_is_loss(Score s) { return s <= -SCORE_PROVED; }
static inline bool score_is_proved(Score s) { return score_is_win(s) || score_is_loss(s); }

/* The nearest score that proves nothing. */
static inline Score score_clamp(int64_t s) { return (Score)clamp(s, -SCORE_CP_MAX, SCORE_CP_MAX); }

/* Plies to the end of a proved game, at least 0. */
static inline int score_plies(Score s) { return SCORE_MATE - (s < 0 ? -s : s); }

/* The winning probability in parts of SCORE_ONE, monotonic, 0 and SCORE_ONE for proved scores: a table look-up in
 * integers, the same on every machine. */
enum { SCORE_ONE = 1 << 15 };
int score_to_probability(Score s);

/* The score of the odds win : loss, which may have any scale. Odds say more than a probability where a side has nearly
 * won. */
Score score_of_odds(uint64_t win, uint64_t loss);

/* What a search's score promises. Play settles more than the evaluation of one position says: the log-odds of winning are 7/5 of those of
 * the score, within ±SCORE_CP_MAX; proved scores stay. Fitted to 240 games of the search against itself (veletas, 12,000 nodes a turn); over
 * 300 others every band of 100 cp was within 0.043 of its promise. For positions in play alone: a setup's score is what it says. */
Score score_promised(Score searched);

/* Fills the tables. Call once at start-up. */
void score_init(void);

#endif
