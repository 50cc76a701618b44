/* What a run of tuning keeps in its folder: `state`, from which it goes on after a stop at any moment; `log.csv`, a line an iteration; and a
 * lock. The state is replaced whole, by a rename, after the line of its iteration is on the disk; what the log has beyond it is cut off. */
#ifndef CIERZO_TOOLS_LAB_TUNE_KEEP_H
#define CIERZO_TOOLS_LAB_TUNE_KEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/lab/tune/spsa.h"

enum { KEEP_ERROR_SIZE = 512, KEEP_PATH_SIZE = 4096, KEEP_SETUP_SIZE = 8192 };

typedef struct {
    const SpsaPlan *plan;
    char setup[KEEP_SETUP_SIZE]; /* all that the results depend on, as words KEY=VALUE */
    char folder[KEEP_PATH_SIZE];
    int lock;  /* descriptor */
    FILE *log; /* behind the line of the last iteration that counts */
} Keep;

/* Opens a run in a folder that is there: begins one, or goes on with the one that is in it, and *s is where it stands. `about` are words
 * KEY=VALUE for the setup beyond what the plan says. False, with the reason in `error` and the folder's files as they were, when it holds a
 * run of another setup, is in use, or cannot be read or written. */
bool keep_open(Keep *k, const char *folder, const SpsaPlan *plan, const char *about, SpsaState *s,
               char error[static KEEP_ERROR_SIZE]);

/* Keeps an iteration: games won and lost by `plus`, and where the numbers are after it. False with the reason. */
bool keep_iteration(Keep *k, const SpsaState *s, int won, int lost, char error[static KEEP_ERROR_SIZE]);

/* Opens a file of the folder to be written anew; keep_replace closes it and puts it in its place. NULL or false with errno. */
FILE *keep_write(const Keep *k, const char *name);
bool keep_replace(const Keep *k, const char *name, FILE *file);

/* Reads the next line of numbers of a log: where the numbers were after iteration *iteration (0: at the start). False at the end. */
bool keep_read_log(FILE *log, int count, int *iteration, double at[static SPSA_MOST]);

/* The log from its first line of numbers on, to be closed; NULL with errno. */
FILE *keep_log(const Keep *k);

void keep_close(Keep *k);

#endif
