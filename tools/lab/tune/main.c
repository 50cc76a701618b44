/* cierzo-tune: better values for the numbers of search/tunables.def, by games. docs/tuning.md is its manual, scripts/tune.sh the usual way
 * to run it. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/variant.h"
#include "kit/argument.h"
#include "kit/fnv.h"
#include "tools/lab/tune/keep.h"
#include "tools/lab/tune/plot.h"
#include "tools/lab/tune/trial.h"

enum { ITERATIONS_MOST = 100000, GAMES_MOST = 10000, CONCURRENCY_MOST = 256, PLOTS = 200 };

static const char PROGRAM[] = "cierzo-tune";
static const char CLOCK_NUMBERS[] = "TIME_"; /* what the names of numbers begin with that count under a clock only */

static const char USAGE[] =
    "usage: cierzo-tune FOLDER --engine FILE --match FILE [OPTION VALUE]...   goes on with the run that is in the folder\n"
    "  --engine FILE      an engine built with -Dtuning=true     --match FILE      cierzo-match\n"
    "  --iterations N     1000 unless told                       --games N         of an iteration, 16 unless told; even\n"
    "  --limit LIMIT      nodes=3000 unless told; or tc=, st=    --variant NAME    veletas unless told\n"
    "  --openings FILE    random setups unless told              --numbers A,B     all that the limit lets count unless told\n"
    "  --seed N           1 unless told                          --concurrency N   games at once, 1 unless told\n"
    "  --drift STEPS      how far chance alone takes a number, 1 unless told\n"
    "       cierzo-tune --table                                               the numbers, their ranges and steps\n";

typedef struct {
    SpsaPlan plan;
    TrialGames games;
    const char *folder, *numbers;
    char complaints[KEEP_PATH_SIZE];
} TuneRequest;

static bool fail(const char *what, const char *which) {
    fprintf(stderr, "%s: %s: %s\n", PROGRAM, what, which);
    return false;
}

/* ---- the command line ---- */

static bool read_drift(SpsaPlan *p, const char *text) {
    char *end;
    p->drift = strtod(text, &end);
    return (end != text && !*end && p->drift >= 0.01 && p->drift <= 100) ||
           fail("--drift takes 0.01 to 100 steps, not", text);
}

static bool read_count(const char *name, const char *text, int most, int *out) {
    *out = (int)argument_need(PROGRAM, name, text, 1, most);
    return true;
}

static bool read_option(TuneRequest *q, const char *name, const char *value) {
    if (!strcmp(name, "--iterations")) return read_count(name, value, ITERATIONS_MOST, &q->plan.iterations);
    if (!strcmp(name, "--games")) return read_count(name, value, GAMES_MOST, &q->plan.games);
    if (!strcmp(name, "--concurrency")) return read_count(name, value, CONCURRENCY_MOST, &q->games.concurrency);
    if (!strcmp(name, "--drift")) return read_drift(&q->plan, value);
    if (!strcmp(name, "--seed")) {
        q->plan.seed = (uint64_t)argument_need(PROGRAM, name, value, 0, INT64_MAX);
        return true;
    }
    const struct {
        const char *name, **text;
    } texts[] = {{"--engine", &q->games.engine},     {"--match", &q->games.match}, {"--limit", &q->games.limit},
                 {"--openings", &q->games.openings}, {"--numbers", &q->numbers},   {"--variant", &q->games.variant}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(name, texts[i].name)) {
            *texts[i].text = value;
            return true;
        }
    return fail("unknown option", name);
}

/* A limit is one word of those that cierzo-match takes; what it does not take it says itself. */
static bool check_limit(const char *limit) {
    static const char *const KINDS[] = {"nodes=", "tc=", "st=", "depth="};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (!strncmp(limit, KINDS[i], strlen(KINDS[i])) &&
            limit[strspn(limit, "abcdefghijklmnopqrstuvwxyz0123456789=.+:/")] == '\0')
            return true;
    return fail("not a limit", limit);
}

static bool is_of_clock(const Tunable *t) { return !strncmp(t->name, CLOCK_NUMBERS, strlen(CLOCK_NUMBERS)); }

static const Tunable *find_number(const char *name) {
    for (int i = 0; i < TUNABLE_COUNT; i++)
        if (!strcmp(name, tunable_at(i)->name)) return tunable_at(i);
    return NULL;
}

static bool add_number(TuneRequest *q, const char *name) {
    const Tunable *t = find_number(name);
    if (!t) return fail("no number of search/tunables.def", name);
    if (is_of_clock(t) && !trial_has_clock(q->games.limit)) return fail("counts under a clock (--limit tc=...) only", name);
    for (int i = 0; i < q->plan.count; i++)
        if (!strcmp(name, q->plan.numbers[i].name)) return fail("given twice", name);
    q->plan.numbers[q->plan.count++] = *t;
    return true;
}

/* In the order in which they are named, or else all that count. */
static bool choose_numbers(TuneRequest *q) {
    _Static_assert((int)TUNABLE_COUNT <= (int)SPSA_MOST, "a plan has room for all");
    char copy[4096], *rest = copy;
    if (!q->numbers) {
        for (int i = 0; i < TUNABLE_COUNT; i++)
            if (!is_of_clock(tunable_at(i)) || trial_has_clock(q->games.limit))
                q->plan.numbers[q->plan.count++] = *tunable_at(i);
        return true;
    }
    if ((size_t)snprintf(copy, sizeof copy, "%s", q->numbers) >= sizeof copy) return fail("too long", "--numbers");
    for (const char *name; (name = strsep(&rest, ","));)
        if (!add_number(q, name)) return false;
    return true;
}

static bool check_request(TuneRequest *q) {
    if (!q->games.engine || !q->games.match) return fail("missing", q->games.engine ? "--match" : "--engine");
    if (!variant_find(q->games.variant)) return fail("no such rule set", q->games.variant);
    if (q->plan.games % 2) return fail("pairs need an even number", "--games");
    const char *paths[] = {q->folder, q->games.engine, q->games.match, q->games.openings};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (paths[i] && !trial_may_quote(paths[i])) return fail("quotes and line ends cannot stand in a command", paths[i]);
    size_t length = (size_t)snprintf(q->complaints, sizeof q->complaints, "%s/complaints", q->folder);
    if (length >= sizeof q->complaints) return fail("too long", q->folder);
    q->games.complaints = q->complaints;
    return check_limit(q->games.limit) && choose_numbers(q);
}

static bool read_request(TuneRequest *q, int count, char **words) {
    *q = (TuneRequest){.plan = {.iterations = 1000, .games = 16, .seed = 1, .drift = 1},
                       .games = {.variant = "veletas", .limit = "nodes=3000", .concurrency = 1},
                       .folder = words[0]};
    for (int i = 1; i < count; i += 2) {
        if (i + 1 == count) return fail("an option without a value", words[i]);
        if (!read_option(q, words[i], words[i + 1])) return false;
    }
    return check_request(q);
}

/* ---- the run ---- */

/* What a file holds, as a number; false when it cannot be read. */
static bool fingerprint(const char *path, uint64_t *hash) {
    char bytes[4096];
    FILE *f = fopen(path, "rb");
    *hash = FNV_START;
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f)) > 0;) *hash = fnv_add(*hash, bytes, n);
    bool good = f && !ferror(f);
    if (f) fclose(f);
    return good || fail("cannot be read", path);
}

/* All that the games depend on beside the plan. The number of games at once is not among it, nor where the files lie. */
static bool describe_games(const TrialGames *g, char *out, size_t size) {
    uint64_t engine, openings = 0;
    if (!fingerprint(g->engine, &engine) || (g->openings && !fingerprint(g->openings, &openings))) return false;
    snprintf(out, size, "engine=%016" PRIx64 " openings=%016" PRIx64 " variant=%s limit=%s", engine, openings, g->variant,
             g->limit);
    return true;
}

static bool play_iteration(const TuneRequest *q, Keep *k, SpsaState *s) {
    char error[TRIAL_ERROR_SIZE], trouble[KEEP_ERROR_SIZE];
    int won, lost;
    const int64_t before = clock_now_ms();
    const SpsaTrial t = spsa_trial(&q->plan, s);
    if (!trial_play(&q->games, &q->plan, &t, &won, &lost, error)) return fail("no result", error);
    spsa_learn(&q->plan, s, &t, won - lost);
    if (!keep_iteration(k, s, won, lost, trouble)) return fail("cannot go on", trouble);
    const int64_t ms = clock_now_ms() - before;
    printf("Iteration %d of %d: %d to %d, %.0f games a minute\n", s->done, q->plan.iterations, won, lost,
           60000.0 * q->plan.games / (double)(ms > 0 ? ms : 1));
    fflush(stdout);
    const bool shown = s->done % (q->plan.iterations / PLOTS + 1) == 0 || s->done == q->plan.iterations;
    return !shown || plot_write(k, s, trouble) || fail("cannot go on", trouble);
}

static void print_row(const Tunable *t, int value) {
    char name[64];
    snprintf(name, sizeof name, "%s,", t->name);
    printf("TUNABLE(%-21s%4d,%5d,%6d,%5d)\n", name, value, t->least, t->most, t->step);
}

static void print_values(const SpsaPlan *p, const SpsaState *s) {
    printf("\nSteps moved, where chance alone moves %.2f:\n", spsa_chance(p, s->done));
    for (int i = 0; i < p->count; i++) {
        const Tunable *t = &p->numbers[i];
        printf("%-22s %+6.2f   %d to %.2f\n", t->name, (s->at[i] - t->value) / t->step, t->value, s->at[i]);
    }
    printf("\nFor search/tunables.def:\n");
    for (int i = 0; i < p->count; i++) print_row(&p->numbers[i], spsa_value(s, i));
}

static bool run(TuneRequest *q) {
    char about[512], error[TRIAL_ERROR_SIZE], trouble[KEEP_ERROR_SIZE];
    SpsaState s;
    Keep k;
    spsa_prepare(&q->plan);
    if (!describe_games(&q->games, about, sizeof about)) return false;
    if (!trial_check_engine(&q->games, &q->plan, error)) return fail("the engine", error);
    if (!keep_open(&k, q->folder, &q->plan, about, &s, trouble)) return fail("cannot begin", trouble);
    printf("%d numbers, %d iterations of %d games (%s, %s); a = %.4g, a_N / c_N^2 = %.4g%s\n", q->plan.count,
           q->plan.iterations, q->plan.games, q->games.variant, q->games.limit, q->plan.gain,
           spsa_gain(&q->plan, q->plan.iterations) / (spsa_reach(q->plan.iterations) * spsa_reach(q->plan.iterations)),
           s.done ? "; going on" : "");
    fflush(stdout);
    bool good = true;
    while (good && s.done < q->plan.iterations) good = play_iteration(q, &k, &s);
    if (good) good = plot_write(&k, &s, trouble) || fail("cannot draw", trouble);
    if (good) print_values(&q->plan, &s);
    keep_close(&k);
    return good;
}

int main(int argc, char **argv) {
    TuneRequest q;
    if (argc == 2 && !strcmp(argv[1], "--table")) {
        for (int i = 0; i < TUNABLE_COUNT; i++) print_row(tunable_at(i), tunable_at(i)->value);
        return EXIT_SUCCESS;
    }
    if (argc < 2 || argv[1][0] == '-') return fputs(USAGE, stderr), EXIT_FAILURE;
    return read_request(&q, argc - 1, argv + 1) && run(&q) ? EXIT_SUCCESS : EXIT_FAILURE;
}
