/* The file of a tournament's games, from which it is also resumed. Every game is appended by one write, so after a kill at any moment the
 * file holds whole games and at most a torn one at its end, which is cut off when the file is opened again. */
#ifndef CIERZO_TOOLS_MATCH_STORE_H
#define CIERZO_TOOLS_MATCH_STORE_H

#include "kit/record.h"
#include "tools/match/match_options.h"

typedef struct {
    int file;  /* descriptor; -1: none */
    bool sync; /* each game reaches the disk before store_append returns */
    uint64_t fingerprint;
} Store;

/* Opens or makes the file and hands every game in it to `take`, which returns NULL or what is wrong with it. Fails, with the reason, when
 * the file cannot be read or written, is in use by another tournament, was made by another one or by something else, or holds a broken
 * game that is not the last. `notice` is told of what was cut off. `path` NULL: nothing is kept, and everything succeeds. */
bool store_open(Store *s, const char *path, bool sync, uint64_t fingerprint,
                const char *(*take)(void *context, const Record *r), void (*notice)(void *context, const char *text),
                void *context, char error[static MATCH_ERROR_SIZE]);
/* Hands the games of a file to `take` as store_open does, and leaves the file alone: another may be writing it, so a torn game at its end is
 * passed over. `fingerprint` is that of the tournament as its tag gives it; where it is empty, it becomes that of the first game. */
enum { STORE_FINGERPRINT_SIZE = 17 };
bool store_read(const char *path, char fingerprint[static STORE_FINGERPRINT_SIZE],
                const char *(*take)(void *context, const Record *r), void *context, char error[static MATCH_ERROR_SIZE]);
void store_fingerprint_text(uint64_t fingerprint, char out[static STORE_FINGERPRINT_SIZE]);

/* Appends a game, with the tag of the fingerprint added to it. False with errno. One thread at a time. */
bool store_append(Store *s, Record *r);
void store_close(Store *s);

#endif
