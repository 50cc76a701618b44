/* cierzo-openings: positions to begin games from, after both setups, a line each (openings/README.md).
 *
 *     cierzo-openings veletas 300 1 >FILE                     300 openings; a comment on top says how they were made
 *     cierzo-openings --measure --games 2 --nodes 3000 FILE   how even those of a file are, by games of the engine with itself
 *
 * The openings depend on the rule set, the seed and the filters alone, whatever the number of threads, and a shorter list is the beginning
 * of a longer one. */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "kit/argument.h"
#include "kit/crew.h"
#include "kit/fnv.h"
#include "kit/shard.h"
#include "kit/share.h"
#include "kit/work.h"
#include "tools/openings/generate.h"
#include "tools/openings/made.h"

enum { MOST_OPENINGS = 100000, MOST_GAMES = 64 };

static const char PROGRAM[] = "cierzo-openings";

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", PROGRAM, what);
    exit(EXIT_FAILURE);
}

/* ---- options ---- */

typedef enum {
    OPT_SEARCH_NODES,
    OPT_CENTRE,
    OPT_BOUND,
    OPT_GAMES,
    OPT_NODES,
    OPT_LEAST,
    OPT_MOST,
    OPT_SEED,
    OPT_THREADS,
    OPT_MEASURE,
    OPT_EACH,
    OPT_SPARE,
    OPT_SHARD,
    OPT_MERGE,
    OPT_COUNT
} OpeningsOption;

static const struct option OPTIONS[] = {
    {"search-nodes", required_argument, NULL, OPT_SEARCH_NODES},
    {"centre", required_argument, NULL, OPT_CENTRE},
    {"bound", required_argument, NULL, OPT_BOUND},
    {"games", required_argument, NULL, OPT_GAMES},
    {"nodes", required_argument, NULL, OPT_NODES},
    {"least", required_argument, NULL, OPT_LEAST},
    {"most", required_argument, NULL, OPT_MOST},
    {"seed", required_argument, NULL, OPT_SEED},
    {"threads", required_argument, NULL, OPT_THREADS},
    {"measure", no_argument, NULL, OPT_MEASURE},
    {"each", no_argument, NULL, OPT_EACH},
    {"spare", required_argument, NULL, OPT_SPARE},
    {"shard", required_argument, NULL, OPT_SHARD},
    {"merge", no_argument, NULL, OPT_MERGE},
    {NULL, 0, NULL, 0},
};

typedef struct {
    int64_t value[OPT_COUNT];
    bool given[OPT_COUNT];
    Shard shard;
} Settings;

static _Noreturn void print_usage(FILE *out, int status) {
    fprintf(out, "usage: cierzo-openings [OPTIONS] VARIANT COUNT SEED [THREADS] >FILE\n"
                 "       cierzo-openings --measure [OPTIONS] FILE\n"
                 "Several runs may share either work, each a part, each with a file WORK in which it goes on:\n"
                 "  --shard K/N ... WORK       the part, behind what the command has without; nothing is printed\n"
                 "  --merge ... WORK...        what the files of all parts say\n"
                 "  --spare N                  openings that a part makes beyond its share (3 standard deviations and 4)\n"
                 "What an opening must pass, where it is not the usual of its rule set:\n"
                 "  --search-nodes N    searched so far (0: not searched) …\n"
                 "  --centre CP         … it is worth so much to Black, …\n"
                 "  --bound CP          … give or take so much\n"
                 "  --games N           of so many games of the engine with itself, 0 to 64, …\n"
                 "  --nodes N           … at so many nodes a turn, give or take a half, …\n"
                 "  --least N --most N  … Black wins so many\n"
                 "How even the openings of a file are:\n"
                 "  --games N --nodes N --seed N --threads N   by such games of each: 2, 3000, 1, 1\n"
                 "  --each              a line for each opening too, with its worth after --search-nodes N\n");
    exit(status);
}

static _Noreturn void usage(void) { print_usage(stderr, EXIT_FAILURE); }

/* What remains are the words of the command line from optind on. */
static Settings read_options(int argc, char **argv) {
    static const int64_t LEAST_VALUES[] = {
        [OPT_CENTRE] = -SCORE_CP_MAX, [OPT_NODES] = 1, [OPT_THREADS] = 1, [OPT_SPARE] = 0};
    static const int64_t MOST_VALUES[] = {
        [OPT_SEARCH_NODES] = INT_MAX, [OPT_CENTRE] = SCORE_CP_MAX, [OPT_BOUND] = SCORE_CP_MAX, [OPT_GAMES] = MOST_GAMES,
        [OPT_NODES] = INT_MAX,        [OPT_LEAST] = MOST_GAMES,    [OPT_MOST] = MOST_GAMES,    [OPT_SEED] = INT64_MAX,
        [OPT_THREADS] = MAX_CREW,     [OPT_SPARE] = MOST_OPENINGS};
    Settings s = {.value = {[OPT_GAMES] = 2, [OPT_NODES] = 3000, [OPT_SEED] = 1, [OPT_THREADS] = 1}};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) print_usage(stdout, EXIT_SUCCESS);
    for (int o; (o = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (o < 0 || o >= OPT_COUNT) usage();
        s.given[o] = true;
        char error[SHARD_ERROR_SIZE];
        if (o == OPT_SHARD && !shard_parse(optarg, &s.shard, error)) fail(error);
        if (o != OPT_MEASURE && o != OPT_EACH && o != OPT_SHARD && o != OPT_MERGE)
            s.value[o] = argument_need(PROGRAM, OPTIONS[o].name, optarg, LEAST_VALUES[o], MOST_VALUES[o]);
    }
    return s;
}

/* ---- making openings ---- */

static void show_progress(int found, int drawn) { fprintf(stderr, "%d openings of %d drawn\n", found, drawn); }

static OpeningFilter chosen_filter(const Variant *v, const Settings *s) {
    OpeningFilter f = opening_filter_of(v);
    if (s->given[OPT_SEARCH_NODES]) f.search_nodes = s->value[OPT_SEARCH_NODES];
    if (s->given[OPT_CENTRE]) f.centre = (Score)s->value[OPT_CENTRE];
    if (s->given[OPT_BOUND]) f.bound = (Score)s->value[OPT_BOUND];
    if (s->given[OPT_GAMES]) f.games = (int)s->value[OPT_GAMES];
    if (s->given[OPT_NODES]) f.game_nodes = s->value[OPT_NODES];
    if (s->given[OPT_LEAST]) f.least = (int)s->value[OPT_LEAST];
    if (s->given[OPT_MOST]) f.most = (int)s->value[OPT_MOST];
    return f;
}

/* The command in full, so that it makes the same file when the usual filters have changed. */
static void print_heading(const Variant *v, int count, uint64_t seed, const OpeningFilter *f, const OpeningTally *t) {
    printf("# %d openings of %s, Black to move. By Cierzo %s:\n#     cierzo-openings", count, v->name, CIERZO_VERSION);
    printf(" --search-nodes %" PRId64 " --centre %d --bound %d", f->search_nodes, f->centre, f->bound);
    printf(" --games %d --nodes %" PRId64 " --least %d --most %d", f->games, f->game_nodes, f->least, f->most);
    printf(" %s %d %" PRIu64 "\n", v->name, count, seed);
    printf("# Random setups drawn: %d. Left out: %d lopsided by a search", t->drawn, t->lopsided_by_search);
    printf(", %d lopsided by games, %d equal to another turned or reflected, %d without a game.\n", t->lopsided_by_games,
           t->equal, t->unplayable);
}

static void print_opening(const Position *p) {
    char text[POSITION_TEXT_SIZE];
    position_text(p, text, sizeof text);
    printf("%s;%s\n", p->variant->name, text);
}

/* From the words VARIANT COUNT SEED [THREADS]; returns how many it took. */
static int read_making(const Settings *s, int words, char **word, OpeningsMaking *m) {
    bool in_parts = s->given[OPT_SHARD] || s->given[OPT_MERGE];
    if (words < 3 || (s->given[OPT_SHARD] && s->given[OPT_MERGE]) || (s->given[OPT_SPARE] && !s->given[OPT_SHARD])) usage();
    *m = (OpeningsMaking){.variant = variant_find(word[0]), .threads = (int)s->value[OPT_THREADS], .spare = -1};
    if (!m->variant) fail("no such rule set");
    m->filter = chosen_filter(m->variant, s);
    m->count = (int)argument_need(PROGRAM, "COUNT", word[1], 1, MOST_OPENINGS);
    m->seed = (uint64_t)argument_need(PROGRAM, "SEED", word[2], 0, INT64_MAX);
    if (s->given[OPT_SPARE]) m->spare = (int)s->value[OPT_SPARE];
    if (in_parts || words == 3) return 3;
    m->threads = (int)argument_need(PROGRAM, "THREADS", word[3], 1, MAX_CREW);
    return 4;
}

static void merge_made(const OpeningsMaking *m, int files, char **paths, Position *openings, OpeningTally *tally) {
    char error[WORK_ERROR_SIZE];
    int64_t doubled;
    if (!made_merge(m, paths, files, openings, tally, &doubled, error)) fail(error);
    work_tell_doubled(doubled, PROGRAM);
}

static void make_openings(const Settings *s, int words, char **word) {
    OpeningsMaking m;
    char error[WORK_ERROR_SIZE];
    int taken = read_making(s, words, word, &m), files = words - taken;
    if (s->given[OPT_MERGE] ? files < 1 : files != s->given[OPT_SHARD]) usage();
    if (s->given[OPT_SHARD]) {
        if (!made_part(&m, s->shard, word[taken], error)) fail(error);
        return;
    }
    OpeningTally tally;
    Position *openings = calloc((size_t)m.count, sizeof *openings);
    if (!openings) fail("out of memory");
    if (s->given[OPT_MERGE]) merge_made(&m, files, word + taken, openings, &tally);
    else if (!openings_generate(m.variant, &m.filter, m.seed, m.count, m.threads, openings, &tally, show_progress))
        fail("out of memory or threads, or hardly any setup passes");
    print_heading(m.variant, m.count, m.seed, &m.filter, &tally);
    for (int i = 0; i < m.count; i++) print_opening(&openings[i]);
    free(openings);
}

/* ---- measuring ---- */

/* VARIANT;POSITION */
static bool read_opening(char *line, Position *out) {
    char *position = strchr(line, ';');
    if (!position) return false;
    *position++ = '\0';
    position[strcspn(position, "\r\n")] = '\0';
    const Variant *v = variant_find(line);
    return v && position_parse(v, position, out) == NOTATION_OK && opening_is_legal(out);
}

static int read_openings(const char *name, Position *out) {
    char *line = NULL;
    size_t room = 0;
    int count = 0;
    FILE *f = fopen(name, "r");
    if (!f) fail("the file cannot be read");
    for (int at = 1; count < MOST_OPENINGS && getline(&line, &room, f) >= 0; at++) {
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0') continue;
        if (read_opening(line, &out[count])) count++;
        else fprintf(stderr, "cierzo-openings: line %d is no opening\n", at);
    }
    free(line);
    fclose(f);
    return count;
}

static void print_worth(const Position *p, Search *search, int64_t nodes, uint64_t wins, int games) {
    char text[POSITION_TEXT_SIZE];
    position_text(p, text, sizeof text);
    printf("%s;%s;%d;%d;%d\n", p->variant->name, text, nodes ? opening_worth(search, p, nodes) : 0,
           __builtin_popcountll(wins), games);
}

/* A pair is two games of one opening. Of even openings half of the pairs are won twice by one colour, of lopsided ones more. */
static void print_shares(const uint64_t *wins, int count, int games) {
    int won = 0, pairs = 0, alike = 0;
    for (int i = 0; i < count; i++) {
        won += __builtin_popcountll(wins[i]);
        for (int g = 0; g + 1 < games; g += 2, pairs++) alike += (wins[i] >> g & 1) == (wins[i] >> (g + 1) & 1);
    }
    share_print(stdout, "won by Black", won, count * games);
    share_print(stdout, "pairs won by one colour", alike, pairs);
}

/* ---- measuring in parts ---- */

typedef struct {
    pthread_mutex_t lock;
    WorkList work;
    bool failed;
} Part;

static void note_wins(void *context, int index, uint64_t wins) {
    Part *p = context;
    char text[32];
    snprintf(text, sizeof text, "%" PRIx64, wins);
    pthread_mutex_lock(&p->lock);
    if (!work_add(&p->work, index, text)) p->failed = true;
    pthread_mutex_unlock(&p->lock);
}

/* What measuring is of: the games, and the openings themselves. */
static void describe_measuring(const Settings *s, const Position *openings, int count, char *out, size_t size) {
    uint64_t hash = FNV_START;
    char text[POSITION_TEXT_SIZE];
    for (int i = 0; i < count; i++) {
        position_text(&openings[i], text, sizeof text);
        hash = fnv_add(hash, text, strlen(text) + 1);
    }
    snprintf(out, size, "%s: Cierzo %s, %" PRId64 " games, %" PRId64 " nodes, seed %" PRId64 ", openings %016" PRIx64,
             PROGRAM, CIERZO_VERSION, s->value[OPT_GAMES], s->value[OPT_NODES], s->value[OPT_SEED], hash);
}

static void measure_part(const Settings *s, const Position *openings, int count, const char *path) {
    char heading[512], error[WORK_ERROR_SIZE];
    Part p = {.lock = PTHREAD_MUTEX_INITIALIZER};
    int *indices = calloc((size_t)count + 1, sizeof *indices), left = 0;
    if (!indices) fail("out of memory");
    describe_measuring(s, openings, count, heading, sizeof heading);
    if (!work_open(&p.work, path, heading, count, error)) fail(error);
    for (int i = 0; i < count; i++)
        if (shard_has(s->shard, i) && !p.work.results[i]) indices[left++] = i;
    if (!openings_play_part(openings, indices, left, (int)s->value[OPT_GAMES], s->value[OPT_NODES],
                            (uint64_t)s->value[OPT_SEED], (int)s->value[OPT_THREADS], note_wins, &p) ||
        p.failed)
        fail("out of memory or threads, or the file takes no more");
    work_close(&p.work);
    free(indices);
}

/* The wins of all openings; ends the program where some are missing. */
static void merge_parts(const Settings *s, const Position *openings, int count, int files, char **paths, uint64_t *wins) {
    char heading[512], error[WORK_ERROR_SIZE];
    WorkList w;
    describe_measuring(s, openings, count, heading, sizeof heading);
    if (!work_merge(&w, paths, files, heading, error)) fail(error);
    if (w.count != count || !work_tell(&w, PROGRAM)) exit(EXIT_FAILURE);
    for (int i = 0; i < count; i++) wins[i] = strtoull(w.results[i], NULL, 16);
    work_close(&w);
}

static void measure_openings(const Settings *s, int words, char **word) {
    bool sharded = s->given[OPT_SHARD], merged = s->given[OPT_MERGE];
    if (words < 1 || s->value[OPT_GAMES] < 1 || (sharded && merged)) usage();
    if (merged ? words < 2 : words != 1 + sharded) usage();
    Position *openings = calloc(MOST_OPENINGS, sizeof *openings);
    uint64_t *wins = calloc(MOST_OPENINGS, sizeof *wins);
    Search *search = search_create(1);
    if (!openings || !wins || !search) fail("out of memory");
    int count = read_openings(word[0], openings), games = (int)s->value[OPT_GAMES];
    if (sharded) return measure_part(s, openings, count, word[1]);
    if (merged) merge_parts(s, openings, count, words - 1, word + 1, wins);
    else if (!openings_play(openings, count, games, s->value[OPT_NODES], (uint64_t)s->value[OPT_SEED],
                            (int)s->value[OPT_THREADS], wins))
        fail("out of memory or threads");
    for (int i = 0; s->given[OPT_EACH] && i < count; i++)
        print_worth(&openings[i], search, s->value[OPT_SEARCH_NODES], wins[i], games);
    print_shares(wins, count, games);
    search_destroy(search);
    free(wins);
    free(openings);
}

int main(int argc, char **argv) {
    engine_init();
    eval_init();
    Settings s = read_options(argc, argv);
    (s.given[OPT_MEASURE] ? measure_openings : make_openings)(&s, argc - optind, argv + optind);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
