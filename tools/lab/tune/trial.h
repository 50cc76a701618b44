/* The games of a trial, played by cierzo-match, and the engine that plays them. */
#ifndef CIERZO_TOOLS_LAB_TUNE_TRIAL_H
#define CIERZO_TOOLS_LAB_TUNE_TRIAL_H

#include <stdbool.h>

#include "tools/lab/tune/spsa.h"

enum { TRIAL_ERROR_SIZE = 512 };

/* The strings are the caller's. */
typedef struct {
    const char *engine, *match; /* programs */
    const char *openings;       /* a file; NULL: setups drawn at random */
    const char *variant, *limit;
    const char *complaints; /* a file that gets what the match writes on standard error */
    int concurrency;
} TrialGames;

/* Whether the engine is one for tuning, with these numbers as its options and in their ranges; false with the reason. */
bool trial_check_engine(const TrialGames *g, const SpsaPlan *p, char error[static TRIAL_ERROR_SIZE]);

/* Plays the games of an iteration, p->games, an even number: pairs from one opening, with the sides exchanged. *won and *lost are those of
 * `plus`. With a limit in nodes the same trial ends the same way. False with the reason when a game is lost by anything but the rules, or by
 * a clock where there is one; then nothing is known. */
bool trial_play(const TrialGames *g, const SpsaPlan *p, const SpsaTrial *t, int *won, int *lost,
                char error[static TRIAL_ERROR_SIZE]);

/* Whether the limit has a clock. */
bool trial_has_clock(const char *limit);

/* Whether a text may stand in the command of a match: it has nothing that means something to a shell between quotes. */
bool trial_may_quote(const char *text);

#endif
