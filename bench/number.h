/* Numbers on the command lines of the programs of this folder. */
#ifndef CIERZO_BENCH_NUMBER_H
#define CIERZO_BENCH_NUMBER_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Reads a decimal number from 1 to `most`; false, and *out left alone, for any other text. */
static inline bool bench_number(const char *text, int64_t most, int64_t *out) {
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (errno || end == text || *end || n < 1 || n > most) return false;
    *out = n;
    return true;
}

#endif
