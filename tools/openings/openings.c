/* cierzo-openings: positions to begin games from, after both setups, as a file that protocol.md's tools read.
 *
 *     cierzo-openings veletas 300 1 >FILE                     300 openings; a comment on top says how they were made
 *     cierzo-openings --measure --games 2 --nodes 3000 FILE   how even those of a file are, by games of the engine with itself
 *
 * The openings depend on the rule set, the seed and the filters alone, whatever the number of threads, and a shorter list is the beginning
 * of a longer one. */
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "kit/crew.h"
#include "kit/share.h"
#include "tools/openings/generate.h"

enum { MOST_OPENINGS = 100000, MOST_GAMES = 64, LINE = 512 };

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "cierzo-openings: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- options ---- */

typedef enum { SEARCH_NODES, CENTRE, BOUND, GAMES, NODES, LEAST, MOST, SEED, THREADS, MEASURE, EACH, OPTION_COUNT } Option;

static const struct option OPTIONS[] = {
    {"search-nodes", required_argument, NULL, SEARCH_NODES},
    {"centre", required_argument, NULL, CENTRE},
    {"bound", required_argument, NULL, BOUND},
    {"games", required_argument, NULL, GAMES},
    {"nodes", required_argument, NULL, NODES},
    {"least", required_argument, NULL, LEAST},
    {"most", required_argument, NULL, MOST},
    {"seed", required_argument, NULL, SEED},
    {"threads", required_argument, NULL, THREADS},
    {"measure", no_argument, NULL, MEASURE},
    {"each", no_argument, NULL, EACH},
    {NULL, 0, NULL, 0},
};

typedef struct {
    int64_t value[OPTION_COUNT];
    bool given[OPTION_COUNT];
} Settings;

static _Noreturn void usage(void) {
    fprintf(stderr, "usage: cierzo-openings [OPTIONS] VARIANT COUNT SEED [THREADS] >FILE\n"
                    "       cierzo-openings --measure [OPTIONS] FILE\n"
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
    exit(EXIT_FAILURE);
}

static int64_t number(const char *text, int64_t least, int64_t most) {
    char *end;
    long long n = strtoll(text, &end, 10);
    if (end != text && !*end && n >= least && n <= most) return n;
    fprintf(stderr, "cierzo-openings: not a number from %" PRId64 " to %" PRId64 ": %s\n", least, most, text);
    exit(EXIT_FAILURE);
}

/* What remains are the words of the command line from optind on. */
static Settings read_options(int argc, char **argv) {
    static const int64_t LEAST_VALUES[] = {[CENTRE] = -SCORE_CP_MAX, [NODES] = 1, [THREADS] = 1, [EACH] = 0};
    static const int64_t MOST_VALUES[] = {
        [SEARCH_NODES] = INT_MAX, [CENTRE] = SCORE_CP_MAX, [BOUND] = SCORE_CP_MAX, [GAMES] = MOST_GAMES, [NODES] = INT_MAX,
        [LEAST] = MOST_GAMES,     [MOST] = MOST_GAMES,     [SEED] = INT64_MAX,     [THREADS] = MAX_CREW};
    Settings s = {.value = {[GAMES] = 2, [NODES] = 3000, [SEED] = 1, [THREADS] = 1}};
    for (int o; (o = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (o < 0 || o >= OPTION_COUNT) usage();
        s.given[o] = true;
        if (o != MEASURE && o != EACH) s.value[o] = number(optarg, LEAST_VALUES[o], MOST_VALUES[o]);
    }
    return s;
}

/* ---- making openings ---- */

static void show_progress(int found, int drawn) { fprintf(stderr, "%d openings of %d drawn\n", found, drawn); }

static OpeningFilter chosen_filter(const Variant *v, const Settings *s) {
    OpeningFilter f = opening_filter_of(v);
    if (s->given[SEARCH_NODES]) f.search_nodes = s->value[SEARCH_NODES];
    if (s->given[CENTRE]) f.centre = (Score)s->value[CENTRE];
    if (s->given[BOUND]) f.bound = (Score)s->value[BOUND];
    if (s->given[GAMES]) f.games = (int)s->value[GAMES];
    if (s->given[NODES]) f.game_nodes = s->value[NODES];
    if (s->given[LEAST]) f.least = (int)s->value[LEAST];
    if (s->given[MOST]) f.most = (int)s->value[MOST];
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

static void make(const Settings *s, int words, char **word) {
    if (words < 3 || words > 4) usage();
    const Variant *v = variant_find(word[0]);
    if (!v) fail("no such rule set");
    int count = (int)number(word[1], 1, MOST_OPENINGS), threads = (int)s->value[THREADS];
    uint64_t seed = (uint64_t)number(word[2], 0, INT64_MAX);
    if (words == 4) threads = (int)number(word[3], 1, MAX_CREW);
    OpeningFilter filter = chosen_filter(v, s);
    OpeningTally tally;
    Position *openings = calloc((size_t)count, sizeof *openings);
    if (!openings) fail("out of memory");
    if (!openings_generate(v, &filter, seed, count, threads, openings, &tally, show_progress))
        fail("out of memory or threads, or hardly any setup passes");
    print_heading(v, count, seed, &filter, &tally);
    for (int i = 0; i < count; i++) print_opening(&openings[i]);
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
    char line[LINE];
    int count = 0;
    FILE *f = fopen(name, "r");
    if (!f) fail("the file cannot be read");
    for (int at = 1; count < MOST_OPENINGS && fgets(line, sizeof line, f); at++) {
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0') continue;
        if (read_opening(line, &out[count])) count++;
        else fprintf(stderr, "cierzo-openings: line %d is no opening\n", at);
    }
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

static void measure(const Settings *s, int words, char **word) {
    if (words != 1 || s->value[GAMES] < 1) usage();
    Position *openings = calloc(MOST_OPENINGS, sizeof *openings);
    uint64_t *wins = calloc(MOST_OPENINGS, sizeof *wins);
    Search *search = search_create(1);
    if (!openings || !wins || !search) fail("out of memory");
    int count = read_openings(word[0], openings), games = (int)s->value[GAMES];
    if (!openings_play(openings, count, games, s->value[NODES], (uint64_t)s->value[SEED], (int)s->value[THREADS], wins))
        fail("out of memory or threads");
    for (int i = 0; s->given[EACH] && i < count; i++)
        print_worth(&openings[i], search, s->value[SEARCH_NODES], wins[i], games);
    print_shares(wins, count, games);
    search_destroy(search);
    free(wins);
    free(openings);
}

int main(int argc, char **argv) {
    engine_init();
    eval_init();
    Settings s = read_options(argc, argv);
    (s.given[MEASURE] ? measure : make)(&s, argc - optind, argv + optind);
    return fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
