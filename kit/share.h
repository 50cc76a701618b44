/* Shares of games with their confidence intervals. */
#ifndef CIERZO_KIT_SHARE_H
#define CIERZO_KIT_SHARE_H

#include <stdio.h>

typedef struct {
    double share, low, high; /* 0 … 1; the ends of the 95 % interval */
} Share;

/* `part` of `whole`, at least 1, independent trials; the interval of Wilson (1927). */
Share share_of(int part, int whole);

/* One line: `what`, 12 of 20, 60.0 % [38.7, 78.1]; nothing when `whole` is 0. */
void share_print(FILE *out, const char *what, int part, int whole);

#endif
