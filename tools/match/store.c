#define _GNU_SOURCE /* open_memstream, O_CLOEXEC */
#include "tools/match/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TRIES = 75 }; /* a second and a half */

static const char TAG[] = "Tournament";

void store_fingerprint_text(uint64_t fingerprint, char out[static STORE_FINGERPRINT_SIZE]) {
    snprintf(out, STORE_FINGERPRINT_SIZE, "%016" PRIx64, fingerprint);
}

/* ---- reading ---- */

typedef struct {
    const char *path;
    char fingerprint[STORE_FINGERPRINT_SIZE];
    const char *(*take)(void *context, const Record *r);
    void (*notice)(void *context, const char *text);
    void *context;
    char *error;
    int64_t whole; /* bytes of whole games */
    bool torn;     /* the file goes on behind them with part of a game */
    bool failed;
} StoreReader;

static void refuse_record(StoreReader *r, long line, const char *what) {
    snprintf(r->error, MATCH_ERROR_SIZE, "%s, line %ld: %s", r->path, line, what);
    r->failed = true;
}

static void check_game(StoreReader *r, const Record *game, long line) {
    const char *tag = record_tag(game, TAG), *wrong;
    if (tag && !*r->fingerprint) snprintf(r->fingerprint, sizeof r->fingerprint, "%s", tag);
    if (!tag) refuse_record(r, line, "not a game of a tournament of cierzo-match");
    else if (strcmp(tag, r->fingerprint) != 0)
        refuse_record(
            r, line,
            "a game of another tournament: its engines, their options or limits, rule set, openings or seed differ");
    else if ((wrong = r->take(r->context, game))) refuse_record(r, line, wrong);
}

/* Hands out all games. A broken one is forgiven only at the end of the file, where a kill or a power failure leaves one torn. */
static void read_records(StoreReader *r, RecordReader *reader) {
    char wrong[RECORD_ERROR_SIZE], torn[RECORD_ERROR_SIZE] = "";
    Record game;
    RecordStatus status;
    while (!r->failed && (status = record_read(reader, &game, wrong)) != RECORD_END) {
        if (*torn || (status == RECORD_BAD && !record_reader_torn(reader))) {
            snprintf(r->error, MATCH_ERROR_SIZE, "%s, %s", r->path, *torn ? torn : wrong);
            r->failed = true;
        } else if (status == RECORD_BAD) {
            r->torn = memcpy(torn, wrong, sizeof torn);
        } else {
            check_game(r, &game, record_reader_line(reader));
            r->whole = record_reader_offset(reader);
        }
        if (status == RECORD_READ) record_free(&game);
    }
}

/* Adds what is missing of the empty line that the next game must begin behind. */
static bool end_with_empty_line(int file, int64_t size) {
    char last[2] = "\n\n";
    if (size > 0 && pread(file, last, size > 1 ? 2 : 1, size > 1 ? size - 2 : 0) < 0) return false;
    ssize_t missing = last[1] != '\n' ? 2 : last[0] != '\n' ? 1 : 0;
    return size == 0 || write(file, "\n\n", (size_t)missing) == missing;
}

/* Cuts off a torn game, and makes the file ready to be appended to. */
static bool mend(const StoreReader *r, int file) {
    struct stat st;
    char text[MATCH_ERROR_SIZE];
    if (fstat(file, &st)) return false;
    if (r->torn) {
        snprintf(text, sizeof text, "%s: cut off %" PRId64 " bytes of a game that was not written to its end", r->path,
                 (int64_t)st.st_size - r->whole);
        if (ftruncate(file, r->whole)) return false;
        r->notice(r->context, text);
    }
    return end_with_empty_line(file, r->torn ? r->whole : st.st_size);
}

static bool read_all(StoreReader *r, FILE *in) {
    RecordReader *reader = in ? record_reader_open(in) : NULL;
    if (reader) read_records(r, reader);
    else snprintf(r->error, MATCH_ERROR_SIZE, "%s: %s", r->path, strerror(errno));
    bool read = reader && !r->failed;
    record_reader_close(reader);
    return read;
}

static bool read_store(StoreReader *r, int file) {
    int copy = dup(file);
    FILE *in = copy < 0 ? NULL : fdopen(copy, "r");
    bool read = read_all(r, in);
    if (in) fclose(in);
    else if (copy >= 0) close(copy);
    if (!read) return false;
    if (mend(r, file)) return true;
    snprintf(r->error, MATCH_ERROR_SIZE, "%s: %s", r->path, strerror(errno));
    return false;
}

bool store_read(const char *path, char fingerprint[static STORE_FINGERPRINT_SIZE],
                const char *(*take)(void *context, const Record *r), void *context, char error[static MATCH_ERROR_SIZE]) {
    StoreReader r = {.path = path, .take = take, .context = context, .error = error};
    memcpy(r.fingerprint, fingerprint, sizeof r.fingerprint);
    FILE *in = fopen(path, "re");
    bool read = read_all(&r, in);
    if (in) fclose(in);
    memcpy(fingerprint, r.fingerprint, sizeof r.fingerprint);
    return read;
}

/* ---- the file ---- */

/* Tries for a moment: when a tournament was just killed, a child that it had forked but that has not come to exec yet, which closes the
 * file, may still hold the lock. */
static bool lock(int file) {
    for (int tries = 0; flock(file, LOCK_EX | LOCK_NB); tries++) {
        if (tries == LOCK_TRIES) return false;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return true;
}

bool store_open(Store *s, const char *path, bool sync, uint64_t fingerprint,
                const char *(*take)(void *context, const Record *r), void (*notice)(void *context, const char *text),
                void *context, char error[static MATCH_ERROR_SIZE]) {
    *s = (Store){.file = -1, .sync = sync, .fingerprint = fingerprint};
    if (!path) return true;
    StoreReader r = {.path = path, .take = take, .notice = notice, .context = context, .error = error};
    store_fingerprint_text(fingerprint, r.fingerprint);
    s->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (s->file < 0) return snprintf(error, MATCH_ERROR_SIZE, "%s: %s", path, strerror(errno)), false;
    if (!lock(s->file)) snprintf(error, MATCH_ERROR_SIZE, "%s is in use by another tournament", path);
    else if (read_store(&r, s->file)) return true;
    store_close(s);
    return false;
}

/* Appends all or nothing: where the disk is full, what was written of it is cut off again. */
static bool write_whole(int file, const char *text, size_t size) {
    struct stat st;
    if (fstat(file, &st)) return false;
    size_t done = 0;
    while (done < size) {
        ssize_t count = write(file, text + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            int reason = errno;
            if (done && ftruncate(file, st.st_size)) return false;
            return errno = reason, false;
        }
        done += (size_t)count;
    }
    return true;
}

bool store_append(Store *s, Record *r) {
    char fingerprint[STORE_FINGERPRINT_SIZE], *text = NULL;
    size_t size = 0;
    if (s->file < 0) return true;
    store_fingerprint_text(s->fingerprint, fingerprint);
    FILE *f = record_set_tag(r, TAG, fingerprint) ? open_memstream(&text, &size) : NULL;
    bool written = f && record_write(f, r);
    if (f && fclose(f)) written = false;
    written = written && write_whole(s->file, text, size) && (!s->sync || fsync(s->file) == 0);
    free(text);
    return written;
}

void store_close(Store *s) {
    if (s->file >= 0) close(s->file);
    s->file = -1;
}
