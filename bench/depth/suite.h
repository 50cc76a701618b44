/* A suite: positions to search, built in (bench/positions.def) or from a file. */
#ifndef CIERZO_BENCH_DEPTH_SUITE_H
#define CIERZO_BENCH_DEPTH_SUITE_H

#include <stdio.h>

#include "engine/notation.h"

typedef struct {
    Position *positions;
    int count;
    int skipped;     /* positions in setup or decided: their searches have no depth in plies */
    char error[160]; /* of the last call that returned false */
} DepthSuite;

/* One line: `VARIANT;POSITION`, anything behind a further `;` left aside, or a position alone, which is of the first rule set; blank lines and
 * `#` comments are nothing. False with a reason, and nothing added, for anything else, and when memory is short. */
bool depth_suite_add(DepthSuite *s, const char *line);

/* All lines up to the end. False at the first bad one, its number in the reason. */
bool depth_suite_read(DepthSuite *s, FILE *in);

bool depth_suite_add_builtin(DepthSuite *s);

/* Keeps the rule sets of a list `A,B,C` only. False when one is unknown. */
bool depth_suite_keep(DepthSuite *s, const char *variants);

void depth_suite_free(DepthSuite *s);

#endif
