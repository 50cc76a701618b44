/* Games to fit the evaluation to: the lines of cierzo-selfplay, position by position, with what became of each. */
#ifndef CIERZO_TOOLS_LAB_FIT_GAMES_H
#define CIERZO_TOOLS_LAB_FIT_GAMES_H

#include <stddef.h>

#include "engine/play.h"
#include "eval/score.h"

enum { HOLD_OUT = 5 }; /* every fifth game is kept out of a fit, to measure it */

typedef struct {
    const Board *board;
    int game;  /* in the order of the file */
    int third; /* of the game's turns: 0, 1 or 2 */
    bool black_won;
    Score score;                   /* as search found it, for the side to move */
    Colour claimant[MAX_SHOOTERS]; /* of the unclaimed shooters in bit order; NO_COLOUR: nobody by the end */
} GamePosition;

/* In place of a rule set: those of all. */
#define FIT_ALL "all"

/* Calls `visit` for every position with a searched turn of the games of a rule set, or FIT_ALL, in order, these games numbered from
 * `first` on; returns the next number. Ends the
 * program with a message when the file cannot be read or holds something else. */
int games_read(const char *path, const char *rules, int first, void (*visit)(const GamePosition *));

/* Ends the program: "cierzo-fit: what: which". */
_Noreturn void fit_fail(const char *what, const char *which);

/* A longer array in place of `items`, which has room for *room of that size or is NULL; ends the program when memory is short. */
void *fit_more(void *items, size_t *room, size_t size);

#endif
