/* Games are told apart by two tags, `Part` (`3 of 120`) and `Analysis`, a fingerprint of all games and of the limits and options. The merge takes
 * them away again, so that its file is that of an analysis in one piece. */
#define _GNU_SOURCE /* open_memstream */
#include "tools/games/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "kit/fnv.h"
#include "tools/games/games.h"

enum { MOST_GAPS = 20 };

static const char PART[] = "Part", ANALYSIS[] = "Analysis";

static bool fail(const char *path, const char *what) { return fprintf(stderr, "cierzo-games: %s: %s\n", path, what), false; }

/* Hands out the whole games of a file. *whole is where the last of them ends; a broken one is passed over where that is allowed, and at the
 * end of the file if it is torn. */
static bool each_record(const char *path, bool broken_allowed, bool (*take)(void *context, Record *r), void *context,
                        int64_t *whole) {
    char error[RECORD_ERROR_SIZE];
    Record r;
    RecordStatus status;
    FILE *in = fopen(path, "rbe");
    RecordReader *reader = in ? record_reader_open(in) : NULL;
    bool good = reader || fail(path, strerror(errno)), torn = false;
    *whole = 0;
    while (good && (status = record_read(reader, &r, error)) != RECORD_END) {
        if (status == RECORD_READ) {
            good = !torn && take(context, &r);
            if (torn) fail(path, "a broken game");
            *whole = record_reader_offset(reader);
            record_free(&r);
        } else if (!broken_allowed) {
            torn = record_reader_torn(reader);
            good = torn || fail(path, error);
        }
    }
    record_reader_close(reader);
    if (in) fclose(in);
    return good;
}

/* ---- one part ---- */

static bool count_record(void *context, Record *r) {
    PartsSum *c = context;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool good = memory && record_write(memory, r);
    if (memory) fclose(memory);
    c->hash = fnv_add(c->hash, text ? text : "", size);
    c->games++;
    c->positions += r->turn_count + 1;
    free(text);
    return good;
}

static bool read_part(const Record *r, int64_t *index, int64_t *total) {
    const char *tag = record_tag(r, PART);
    return tag && sscanf(tag, "%" SCNd64 " of %" SCNd64, index, total) == 2 && --*index >= 0 && *index < *total &&
           *total <= 100000000;
}

static bool take_done(void *context, Record *r) {
    Parts *p = context;
    int64_t index, total;
    const char *mark = record_tag(r, ANALYSIS);
    if (!mark || strcmp(mark, p->mark) != 0 || !read_part(r, &index, &total) || total != p->total)
        return fail("--out", "the file is of another analysis");
    return p->done[index] = true;
}

bool parts_sum(PartsSum *sum, const char *asked, int count, char **paths) {
    int64_t whole;
    *sum = (PartsSum){.hash = fnv_add(FNV_START, asked, strlen(asked))};
    for (int i = 0; i < count; i++)
        if (!each_record(paths[i], true, count_record, sum, &whole)) return false;
    return true;
}

FILE *parts_open(Parts *p, const char *out, const char *asked, int count, char **paths) {
    PartsSum sum;
    int64_t whole;
    if (!parts_sum(&sum, asked, count, paths)) return NULL;
    p->total = sum.games;
    snprintf(p->mark, sizeof p->mark, "%016" PRIx64, sum.hash);
    p->done = calloc((size_t)p->total + 1, sizeof *p->done);
    int file = open(out, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool good = (p->done && file >= 0) || fail(out, strerror(errno));
    if (good && flock(file, LOCK_EX | LOCK_NB)) good = fail(out, "in use by another run");
    good = good && each_record(out, false, take_done, p, &whole);
    if (good && !whole && lseek(file, 0, SEEK_END) > 0) good = fail(out, "holds no whole game: remove it if it may be lost");
    if (good && ftruncate(file, whole)) good = fail(out, strerror(errno));
    FILE *f = good ? fdopen(file, "ab") : NULL;
    if (!f && file >= 0) close(file);
    return f;
}

bool parts_wants(const Parts *p, int64_t index) { return shard_has(p->shard, index) && !p->done[index]; }

void parts_mark(const Parts *p, Record *r, int64_t index) {
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 " of %" PRId64, index + 1, p->total);
    record_set_tag(r, PART, text);
    record_set_tag(r, ANALYSIS, p->mark);
}

void parts_close(Parts *p) { free(p->done); }

/* ---- putting them together ---- */

typedef struct {
    char mark[PARTS_MARK_SIZE];
    char **texts; /* by game, as they are to be written; owned */
    int64_t total, found, doubled;
} Join;

static bool take_text(void *context, Record *r) {
    Join *j = context;
    int64_t index, total;
    size_t size = 0;
    const char *mark = record_tag(r, ANALYSIS);
    if (!mark || !read_part(r, &index, &total)) return fail("merge", "a game that is no part of an analysis");
    if (!j->texts) {
        snprintf(j->mark, sizeof j->mark, "%s", mark);
        j->total = total;
        j->texts = calloc((size_t)total, sizeof *j->texts);
    }
    if (!j->texts || strcmp(mark, j->mark) != 0 || total != j->total) return fail("merge", "a game of another analysis");
    if (j->texts[index]) return j->doubled++, true;
    record_set_tag(r, PART, NULL);
    record_set_tag(r, ANALYSIS, NULL);
    FILE *memory = open_memstream(&j->texts[index], &size);
    j->found++;
    bool good = memory && record_write(memory, r);
    return memory && fclose(memory) == 0 && good;
}

static void name_missing(const Join *j) {
    int gaps = 0;
    if (j->doubled) fprintf(stderr, "Doubled: %" PRId64 " games, the first of each counts\n", j->doubled);
    if (j->found == j->total) return;
    fprintf(stderr, "Missing: %" PRId64 " of %" PRId64 " games:", j->total - j->found, j->total);
    for (int64_t i = 0; i < j->total && gaps <= MOST_GAPS; i++)
        if (!j->texts[i] && gaps++ < MOST_GAPS) fprintf(stderr, " %" PRId64, i + 1);
    fprintf(stderr, gaps > MOST_GAPS ? " and more\n" : "\n");
}

int games_merge(int argc, char **argv) {
    static const struct option options[] = {{"out", required_argument, NULL, 'o'}, {0}};
    const char *path = NULL;
    Join j = {0};
    bool good = true;
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1; path = optarg)
        if (code != 'o') return games_usage(argv[0]);
    if (optind >= argc) return games_usage(argv[0]);
    for (int i = optind; good && i < argc; i++) {
        int64_t whole;
        if (path && !strcmp(path, argv[i])) good = fail(path, "would be written while it is read");
        good = good && each_record(argv[i], false, take_text, &j, &whole);
    }
    FILE *out = good ? games_output(path) : NULL;
    for (int64_t i = 0; out && i < j.total; i++)
        if (j.texts[i]) fputs(j.texts[i], out);
    good = out && games_close(out, path);
    if (good) name_missing(&j);
    for (int64_t i = 0; i < j.total; i++) free(j.texts[i]);
    free(j.texts);
    return good && j.found == j.total ? GAMES_FINE : GAMES_WRONG;
}
