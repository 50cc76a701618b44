/* cierzo-proofs: how late a position is proved. Takes the games of cierzo-selfplay, and of each the positions 1, 2, 3 … plies before its
 * end; searches each with one thread and a clear table; prints the share whose score is proved by plies to the end.
 *
 * A limit in nodes gives the same table every time, a limit in ms is what a player has. With --shard K/N the file is a list of work
 * (kit/work.h), in which a run that was killed goes on; --merge prints the table of all. */
#define _GNU_SOURCE /* reallocarray */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "kit/fnv.h"
#include "kit/selfplay_line.h"
#include "kit/shard.h"
#include "kit/work.h"

enum { PROOF_HASH_MB = 64, PROOF_TEXT_SIZE = POSITION_TEXT_SIZE + 128 };

static const char PROGRAM[] = "cierzo-proofs";

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", PROGRAM, what);
    exit(EXIT_FAILURE);
}

/* ---- what is to be proved ---- */

typedef struct {
    Position position;
    int plies; /* to the end of its game */
} ProofTask;

typedef struct {
    ProofTask *tasks; /* owned */
    int count, room;
    int first, last, most;                  /* plies to the end, and positions of each */
    int positions[SELFPLAY_MOST_TURNS + 1]; /* of each so far */
} ProofTasks;

static void add_task(ProofTasks *t, const Position *p, int plies) {
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        ProofTask *more = reallocarray(t->tasks, (size_t)t->room, sizeof *more);
        if (!more) fail("out of memory");
        t->tasks = more;
    }
    t->tasks[t->count++] = (ProofTask){*p, plies};
    t->positions[plies]++;
}

/* The last positions of a game, the latest first. */
static void add_game(ProofTasks *t, const SelfplayGame *g) {
    Position before[SELFPLAY_MOST_TURNS];
    selfplay_positions(g, before);
    for (int plies = t->first; plies <= t->last && plies <= g->turns; plies++)
        if (t->positions[plies] < t->most) add_task(t, &before[g->turns - plies], plies);
}

/* False, and told on standard error, when the file cannot be read or one of its lines is no game. */
static bool add_file(ProofTasks *t, const char *path) {
    FILE *in = fopen(path, "r");
    char *line = NULL, error[SELFPLAY_ERROR_SIZE] = "cannot be read";
    size_t room = 0;
    bool good = in != NULL;
    long number = 0;
    static SelfplayGame game;
    while (good && getline(&line, &room, in) >= 0) {
        number++;
        good = selfplay_line_read(line, &game, error);
        if (good) add_game(t, &game);
    }
    if (!good) fprintf(stderr, "%s: %s: line %ld: %s\n", PROGRAM, path, number, error);
    free(line);
    if (in) fclose(in);
    return good;
}

/* ---- what came of it ---- */

/* The positions so many plies before the end: how many there were, and sums over them. */
typedef struct {
    int positions, wins, losses;
    uint64_t turns, shooters, nodes;
} ProofRow;

typedef struct {
    int first, last;
    bool each; /* a line for each position that is not proved */
    ProofRow rows[SELFPLAY_MOST_TURNS + 1];
} ProofTable;

/* PLIES RESULT TURNS SHOOTERS NODES VARIANT;POSITION; the result is w, l, or - for a score that is not proved. */
static void prove(Search *s, const SearchLimits *limits, const ProofTask *t, char out[static PROOF_TEXT_SIZE]) {
    char text[POSITION_TEXT_SIZE];
    search_clear(s);
    SearchAnswer a = ask(s, &t->position, limits);
    position_text(&t->position, text, sizeof text);
    snprintf(out, PROOF_TEXT_SIZE, "%d %c %" PRIu64 " %d %" PRIu64 " %s;%s", t->plies,
             score_is_win(a.score)    ? 'w'
             : score_is_loss(a.score) ? 'l'
                                      : '-',
             turns_count(&t->position), bb_count(t->position.shooters), a.nodes, t->position.variant->name, text);
}

/* Takes such a text into the table; false when it is none. */
static bool count_proof(ProofTable *t, const char *text) {
    int plies, shooters, length = 0;
    char result;
    uint64_t turns, nodes;
    if (sscanf(text, "%d %c %" SCNu64 " %d %" SCNu64 " %n", &plies, &result, &turns, &shooters, &nodes, &length) < 5 ||
        !length || plies < t->first || plies > t->last)
        return false;
    ProofRow *row = &t->rows[plies];
    row->positions++;
    row->wins += result == 'w';
    row->losses += result == 'l';
    row->turns += turns;
    row->shooters += (uint64_t)shooters;
    row->nodes += nodes;
    if (t->each && result == '-') printf("%s;%d;%" PRIu64 "\n", text + length, plies, turns);
    return true;
}

static void print_table(const ProofTable *t) {
    printf("plies positions  proved  wins losses  turns shooters    nodes\n");
    for (int plies = t->first; plies <= t->last; plies++) {
        const ProofRow *r = &t->rows[plies];
        double count = r->positions ? r->positions : 1;
        printf("%5d %9d %5.0f %% %5d %6d %6.0f %8.1f %8.0f\n", plies, r->positions, 100 * (r->wins + r->losses) / count,
               r->wins, r->losses, (double)r->turns / count, (double)r->shooters / count, (double)r->nodes / count);
    }
}

/* ---- in parts ---- */

static const char HEADING[] = "cierzo-proofs: plies ";

/* What the work is: the positions and the limit. */
static void describe(const ProofTasks *t, const SearchLimits *limits, char *out, size_t size) {
    uint64_t hash = FNV_START;
    char text[POSITION_TEXT_SIZE];
    for (int i = 0; i < t->count; i++) {
        const Position *p = &t->tasks[i].position;
        position_text(p, text, sizeof text);
        hash = fnv_add(fnv_add(hash, p->variant->name, strlen(p->variant->name) + 1), text, strlen(text) + 1);
    }
    snprintf(out, size, "%s%d to %d, Cierzo %s, %" PRId64 " ms, %" PRId64 " nodes, positions %016" PRIx64, HEADING, t->first,
             t->last, CIERZO_VERSION, (int64_t)limits->movetime, (int64_t)limits->nodes, hash);
}

static void prove_part(const ProofTasks *t, Shard shard, Search *s, const SearchLimits *limits, const char *path) {
    char heading[256], error[WORK_ERROR_SIZE], text[PROOF_TEXT_SIZE];
    WorkList w;
    describe(t, limits, heading, sizeof heading);
    if (!work_open(&w, path, heading, t->count, error)) fail(error);
    for (int i = 0; i < t->count; i++) {
        if (!shard_has(shard, i) || w.results[i]) continue;
        prove(s, limits, &t->tasks[i], text);
        if (!work_add(&w, i, text)) fail("the file takes no more");
    }
    work_close(&w);
}

/* Whether none was missing; the table is printed in any case. */
static bool merge(int count, char **paths, bool each) {
    char error[WORK_ERROR_SIZE];
    static ProofTable t;
    WorkList w;
    if (count < 1) fail("--merge: no files");
    if (!work_merge(&w, paths, count, HEADING, error)) fail(error);
    t.each = each;
    if (sscanf(w.heading + strlen(HEADING), "%d to %d,", &t.first, &t.last) != 2 || t.first < 1 ||
        t.last > SELFPLAY_MOST_TURNS)
        fail("the files are of other work");
    for (int64_t i = 0; i < w.count; i++)
        if (w.results[i] && !count_proof(&t, w.results[i])) fail("a line that is no result of this work");
    print_table(&t);
    bool whole = work_tell(&w, PROGRAM);
    work_close(&w);
    return whole;
}

/* ---- the command line ---- */

static _Noreturn void usage(void) {
    fprintf(stderr,
            "usage: cierzo-proofs [--each] GAMES FIRST LAST POSITIONS LIMIT\n"
            "       cierzo-proofs --shard K/N GAMES FIRST LAST POSITIONS LIMIT WORK    a part, noted in the file WORK\n"
            "       cierzo-proofs --merge [--each] WORK...                             the table of all parts\n"
            "FIRST to LAST plies before the end, so many POSITIONS of each; LIMIT 1000ms or 100000 (nodes);\n"
            "--each prints a line for each position that is not proved\n");
    exit(EXIT_FAILURE);
}

typedef struct {
    bool each, merging;
    Shard shard;
} Settings;

/* What remains are the words from optind on. */
static Settings read_options(int argc, char **argv) {
    static const struct option OPTIONS[] = {{"each", no_argument, NULL, 'e'},
                                            {"shard", required_argument, NULL, 's'},
                                            {"merge", no_argument, NULL, 'm'},
                                            {NULL, 0, NULL, 0}};
    char error[SHARD_ERROR_SIZE];
    Settings s = {0};
    for (int o; (o = getopt_long(argc, argv, "+", OPTIONS, NULL)) != -1;) {
        if (o == 's' && !shard_parse(optarg, &s.shard, error)) fail(error);
        s.each |= o == 'e';
        s.merging |= o == 'm';
        if (o == '?') usage();
    }
    if (s.shard.parts && (s.merging || s.each)) usage();
    return s;
}

/* `1000ms`, or a number of nodes. */
static SearchLimits read_limit(char *text) {
    SearchLimits limits = search_limits_none();
    size_t length = strlen(text);
    bool in_ms = length > 2 && !strcmp(text + length - 2, "ms");
    if (in_ms) text[length - 2] = '\0';
    *(in_ms ? &limits.movetime : &limits.nodes) = argument_need(PROGRAM, "LIMIT", text, 1, in_ms ? INT_MAX : INT64_MAX);
    return limits;
}

static void prove_all(const ProofTasks *tasks, Search *s, const SearchLimits *limits, bool each) {
    static ProofTable table;
    char text[PROOF_TEXT_SIZE];
    table.first = tasks->first, table.last = tasks->last, table.each = each;
    for (int i = 0; i < tasks->count; i++) {
        prove(s, limits, &tasks->tasks[i], text);
        count_proof(&table, text);
    }
    print_table(&table);
}

int main(int argc, char **argv) {
    Settings settings = read_options(argc, argv);
    char **word = argv + optind;
    int words = argc - optind;
    if (settings.merging) return merge(words, word, settings.each) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (words != 5 + (settings.shard.parts != 0)) usage();
    engine_init();
    eval_init();
    ProofTasks tasks = {.first = (int)argument_need(PROGRAM, "FIRST", word[1], 1, SELFPLAY_MOST_TURNS)};
    tasks.last = (int)argument_need(PROGRAM, "LAST", word[2], tasks.first, SELFPLAY_MOST_TURNS);
    tasks.most = (int)argument_need(PROGRAM, "POSITIONS", word[3], 1, INT_MAX);
    SearchLimits limits = read_limit(word[4]);
    Search *search = search_create(PROOF_HASH_MB);
    if (!search) fail("out of memory");
    bool good = add_file(&tasks, word[0]);
    if (good && settings.shard.parts) prove_part(&tasks, settings.shard, search, &limits, word[5]);
    else if (good) prove_all(&tasks, search, &limits, settings.each);
    search_destroy(search);
    free(tasks.tasks);
    return good && !fflush(stdout) && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
