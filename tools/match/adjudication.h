/* Games given up by the scores that the engines report. */
#ifndef CIERZO_TOOLS_MATCH_ADJUDICATION_H
#define CIERZO_TOOLS_MATCH_ADJUDICATION_H

#include <stdbool.h>

#include "kit/client.h"

/* A game is given up when the loser scores it at -score or worse in `moves` turns of its own in a row, and, if both must agree, the winner
 * at score or better in its last `moves` turns. */
typedef struct {
    int moves; /* 0: never */
    int score; /* centipawns */
    bool both;
} Adjudication;

enum { SCORES_MAX = 128 }; /* turns of a player in a game: fewer than squares */

/* What the players said of their own turns so far; all zero when the game begins. */
typedef struct {
    int scores[2][SCORES_MAX];
    int count[2];
    int unscored[2]; /* turns up to the last one without a score: none of them counts */
} ScoreSheet;

/* Takes down what the player said with its answer. */
void score_sheet_add(ScoreSheet *s, int player, const ClientInfo *info);

/* The player, 0 or 1, who has lost the game by that rule, or -1. */
int adjudication_loser(const Adjudication *a, const ScoreSheet *s);

#endif
