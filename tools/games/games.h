/* cierzo-games: its commands and what they share. A command gets its name and arguments as main does and returns the exit status: 0 when all
 * was well, 1 when something was wrong with games or engine, 2 for a bad command line. docs/games.md explains them. */
#ifndef CIERZO_TOOLS_GAMES_GAMES_H
#define CIERZO_TOOLS_GAMES_GAMES_H

#include "kit/record.h"

enum { GAMES_FINE, GAMES_WRONG, GAMES_USAGE };

int games_check(int argc, char **argv);
int games_positions(int argc, char **argv);
int games_convert(int argc, char **argv);
int games_analyse(int argc, char **argv);
int games_merge(int argc, char **argv);

/* A game of a file. */
typedef struct {
    const char *path;
    int number; /* from 1, broken ones counted */
    long line;  /* its last */
    Record *record;
} FileGame;

/* Reads a file, `-` is standard input, and hands out each whole game; a false return ends it. Broken games are told on standard error.
 * Returns how many were broken, a file that cannot be read counting as one. */
int games_each(const char *path, bool (*visit)(void *context, const FileGame *game), void *context);

/* Opens a file to write, standard output for NULL or `-`; NULL, and told on standard error, when it cannot be. */
FILE *games_output(const char *path);
/* Flushes and closes it; false, and told, when what was written did not arrive. */
bool games_close(FILE *out, const char *path);

/* Says on standard error how the command is called; GAMES_USAGE. */
int games_usage(const char *command);

#endif
