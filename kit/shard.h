/* A fixed part of a list of work, for runs on many machines: `--shard 3/8` is the third of eight. What belongs to it follows from the numbers
 * of the items alone, so the eight together are the whole list, each item once. */
#ifndef CIERZO_KIT_SHARD_H
#define CIERZO_KIT_SHARD_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARD_MOST = 1000000, SHARD_ERROR_SIZE = 160 };

typedef struct {
    int64_t part, parts; /* 1 <= part <= parts; zeros: no shard was asked for, all belongs to it */
} Shard;

/* Reads K/N. False, with the reason in `error` and *out left alone, for anything else. */
bool shard_parse(const char *text, Shard *out, char error[static SHARD_ERROR_SIZE]);

/* Whether item `index`, from 0, belongs to the shard. */
bool shard_has(Shard s, int64_t index);

/* How many of `count` items do. */
int64_t shard_count(Shard s, int64_t count);

#endif
