#define _GNU_SOURCE /* O_CLOEXEC, flock */
#include "search/table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/digest.h"
#include "engine/version.h"
#include "engine/zobrist.h"
#include "eval/eval.h"

/* FORMAT is raised when the file, or what an entry means, changes. */
enum { FORMAT = 1, VERSION_SIZE = 64, RULES_SIZE = 24 };

static const char MAGIC[16] = "Cierzo's table\n";
static const uint64_t ORDER = 0x0102030405060708;

typedef struct {
    char magic[sizeof MAGIC];
    uint64_t order, format;
    char version[VERSION_SIZE], rules[RULES_SIZE];
    uint64_t evaluation, keys;
    uint64_t chunks, generation, kept_words;
} Header;
static_assert(sizeof(Header) == sizeof MAGIC + VERSION_SIZE + RULES_SIZE + 7 * sizeof(uint64_t), "no gaps");

/* What passes through one descriptor, and its digest. `room` holds a chunk. */
typedef struct {
    int fd;
    off_t at; /* where to write */
    uint64_t digest;
    uint64_t *room;
    char *error;
} Stream;

__attribute__((format(printf, 2, 3))) static bool refuse(char *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, TABLE_FILE_ERROR, format, arguments);
    va_end(arguments);
    for (char *c = error; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?'; /* what a file says of itself may be anything */
    return false;
}

static bool refuse_errno(char *error) { return refuse(error, "%s", strerror(errno)); }

static Header header_of(const Table *t, const Variant *v) {
    Header h = {.order = ORDER,
                .format = FORMAT,
                .evaluation = eval_identity(),
                .keys = digest_add(0, &zobrist, sizeof zobrist),
                .chunks = table_chunks(t),
                .generation = (uint64_t)table_generation(t)};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    snprintf(h.version, sizeof h.version, "%s", CIERZO_VERSION);
    snprintf(h.rules, sizeof h.rules, "%s", v->name);
    return h;
}

/* ---- writing ---- */

/* By pwrite, which prints nothing: whatever has places to write at is neither a terminal nor a pipe. */
static bool put(Stream *s, const void *bytes, size_t count) {
    s->digest = digest_add(s->digest, bytes, count);
    for (const char *at = bytes; count > 0;) {
        ssize_t written = pwrite(s->fd, at, count, s->at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return refuse_errno(s->error);
        at += written;
        s->at += written;
        count -= (size_t)written;
    }
    return true;
}

static bool put_all(Stream *s, const Table *t, const Kept *k, const Variant *v) {
    static_assert((int)KEPT_WORDS <= (int)TABLE_CHUNK_WORDS, "what is kept has room in a chunk");
    Header h = header_of(t, v);
    int64_t entries = 0;
    const size_t kept_words = kept_write(k, s->room);
    h.kept_words = kept_words;
    if (!put(s, &h, sizeof h) || !put(s, s->room, kept_words * sizeof *s->room)) return false;
    for (size_t i = 0; i < table_chunks(t); i++) {
        entries += table_export(t, i, s->room);
        if (!put(s, s->room, TABLE_CHUNK)) return false;
    }
    if (!entries) return refuse(s->error, "the table is empty");
    const uint64_t digest = s->digest;
    return put(s, &digest, sizeof digest);
}

/* Whether there is nothing of that name, or what may be replaced: an empty file or a table. */
static bool is_replaceable(const char *path, char *error) {
    struct stat status;
    char begin[sizeof MAGIC] = "";
    if (stat(path, &status)) return errno == ENOENT || refuse_errno(error);
    if (!S_ISREG(status.st_mode)) return refuse(error, "it is not a regular file");
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return refuse_errno(error);
    ssize_t count = read(fd, begin, sizeof begin);
    close(fd);
    return count == 0 || !memcmp(begin, MAGIC, sizeof MAGIC) || refuse(error, "there is a file that is no table");
}

/* Opens the file beside, which another engine may be at; one that was killed may have left it. */
static int open_beside(const char *path, char *error) {
    struct stat ours, named;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
    if (fd < 0) return refuse_errno(error), -1;
    bool good = fstat(fd, &ours) == 0 && S_ISREG(ours.st_mode);
    if (!good) refuse(error, "%s is not a regular file", path);
    else if (flock(fd, LOCK_EX | LOCK_NB) || stat(path, &named) || named.st_dev != ours.st_dev ||
             named.st_ino != ours.st_ino)
        good = refuse(error, "another program is writing it");
    else if (ftruncate(fd, 0)) good = refuse_errno(error);
    if (good) return fd;
    close(fd);
    return -1;
}

static bool write_beside(Stream *s, const Table *t, const Kept *k, const Variant *v, const char *beside, const char *path) {
    s->fd = open_beside(beside, s->error);
    if (s->fd < 0) return false;
    bool good = put_all(s, t, k, v) && (fsync(s->fd) == 0 || refuse_errno(s->error)) &&
                (rename(beside, path) == 0 || refuse_errno(s->error));
    if (!good) unlink(beside);
    close(s->fd);
    return good;
}

bool table_file_save(const Table *t, const Kept *k, const Variant *v, const char *path,
                     char error[static TABLE_FILE_ERROR]) {
    static const char NEW[] = ".new";
    if (!is_replaceable(path, error)) return false;
    Stream s = {.error = error, .room = malloc(TABLE_CHUNK)};
    char *beside = malloc(strlen(path) + sizeof NEW);
    bool good = s.room && beside;
    if (good) {
        strcpy(stpcpy(beside, path), NEW);
        good = write_beside(&s, t, k, v, beside, path);
    } else {
        refuse(error, "memory is short");
    }
    free(beside);
    free(s.room);
    return good;
}

/* ---- reading ---- */

static bool get(Stream *s, void *bytes, size_t count) {
    char *at = bytes;
    for (size_t left = count; left > 0;) {
        ssize_t taken = read(s->fd, at, left);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return refuse_errno(s->error);
        if (taken == 0) return refuse(s->error, "it ends too early");
        at += taken;
        left -= (size_t)taken;
    }
    s->digest = digest_add(s->digest, bytes, count);
    return true;
}

/* Whether it is of this engine and what it plays; the reasons from the most general on. */
static bool is_ours(const Header *h, const Header *own, char *error) {
    if (memcmp(h->magic, MAGIC, sizeof MAGIC)) return refuse(error, "it is no table");
    if (h->order != ORDER) return refuse(error, "it is of a machine with another order of bytes");
    if (h->format != FORMAT)
        return refuse(error, "it has form %llu, this engine reads form %d", (unsigned long long)h->format, FORMAT);
    if (memcmp(h->version, own->version, VERSION_SIZE))
        return refuse(error, "it is of Cierzo %.*s, this is %s", VERSION_SIZE, h->version, own->version);
    if (h->evaluation != own->evaluation || h->keys != own->keys) return refuse(error, "it is of another evaluation");
    if (memcmp(h->rules, own->rules, RULES_SIZE))
        return refuse(error, "it is of %.*s, this is %s", RULES_SIZE, h->rules, own->rules);
    if (h->chunks != own->chunks)
        return refuse(error, "it has %llu MB, Hash has %llu", (unsigned long long)h->chunks,
                      (unsigned long long)own->chunks);
    return true;
}

static bool has_length(const Stream *s, const Header *h) {
    struct stat status;
    if (fstat(s->fd, &status)) return refuse_errno(s->error);
    uint64_t expected = sizeof *h + h->chunks * TABLE_CHUNK + (h->kept_words + 1 /* the digest */) * sizeof(uint64_t);
    if (h->kept_words > KEPT_WORDS) return refuse(s->error, "it is damaged");
    return (uint64_t)status.st_size == expected || refuse(s->error, "its length is wrong");
}

static bool get_all(Stream *s, Table *t, Kept *k, const Variant *v) {
    const Header own = header_of(t, v);
    Header h;
    struct stat status;
    if (fstat(s->fd, &status) || !S_ISREG(status.st_mode)) return refuse(s->error, "it is not a regular file");
    if (status.st_size < (off_t)sizeof h) return refuse(s->error, "it is no table");
    if (!get(s, &h, sizeof h) || !is_ours(&h, &own, s->error) || !has_length(s, &h)) return false;
    const size_t kept_words = (size_t)h.kept_words;
    if (!get(s, s->room, kept_words * sizeof *s->room)) return false;
    bool sound = kept_read(k, s->room, kept_words);
    for (size_t i = 0; i < table_chunks(t) && sound; i++) {
        if (!get(s, s->room, TABLE_CHUNK)) return false;
        sound = table_import(t, i, s->room);
    }
    const uint64_t digest = s->digest;
    uint64_t written = 0;
    if (sound && !get(s, &written, sizeof written)) return false;
    if (!sound || digest != written) return refuse(s->error, "it is damaged");
    table_import_done(t, (int)(h.generation % 64));
    return true;
}

bool table_file_load(Table *t, Kept *k, const Variant *v, const char *path, char error[static TABLE_FILE_ERROR]) {
    /* O_NONBLOCK: opening a FIFO that nobody writes would wait for ever. */
    Stream s = {.error = error, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
    if (s.fd < 0) return refuse_errno(error);
    s.room = malloc(TABLE_CHUNK);
    bool good = s.room ? get_all(&s, t, k, v) : refuse(error, "memory is short");
    free(s.room);
    close(s.fd);
    return good;
}
