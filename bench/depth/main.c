/* cierzo-depth: how deep the search gets, and two builds compared. Searches run inside this process; what comes out is medians over the
 * positions with their quartiles, as tables, CSV, JSON and a picture. */
#include <stdlib.h>
#include <string.h>

#include "bench/depth/compare.h"
#include "bench/depth/report.h"
#include "bench/number.h"
#include "engine/engine.h"
#include "eval/eval.h"

static const char USAGE[] =
    "usage: cierzo-depth [OPTION VALUE]...               time and nodes to each depth, positions of bench unless told\n"
    "  --suite FILE      positions, a line each: VARIANT;POSITION, or POSITION of veletas\n"
    "  --variant A,B     of these rule sets only, and a table for each\n"
    "  --movetime MS     limits of each search; 1000 ms where no limit is given\n"
    "  --depth N  --nodes N\n"
    "  --threads A,B     numbers of threads, 1 unless told; the first is what the others are compared with\n"
    "  --hash MB         16 unless told\n"
    "  --csv FILE  --json FILE  --svg FILE\n"
    "       cierzo-depth compare COMMAND COMMAND [--rounds N] [--bench 'DEPTH THREADS HASH'] [--json FILE]\n"
    "                                                    the bench of two engines by turns, ten rounds unless told; status 0 when\n"
    "                                                    their signatures agree, 2 when they differ\n";

typedef struct {
    Results results;
    const char *suite, *csv, *json, *svg;
} Request;

static bool fail(const char *what, const char *which) {
    fprintf(stderr, "cierzo-depth: %s: %s\n", what, which);
    return false;
}

static bool read_number(const char *text, int64_t most, int64_t *out) {
    return bench_number(text, most, out) || fail("not a number in range", text);
}

static bool read_threads(const char *text, Results *r) {
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    r->thread_counts = 0;
    for (const char *word; (word = strsep(&rest, ","));) {
        int64_t n;
        if (r->thread_counts == MOST_THREAD_COUNTS) return fail("too many numbers of threads", text);
        if (!read_number(word, MAX_THREADS, &n)) return false;
        r->threads[r->thread_counts++] = (int)n;
    }
    return true;
}

static bool read_hash(const char *text, Results *r) {
    int64_t n;
    if (!read_number(text, MAX_HASH_MB, &n)) return false;
    r->hash_mb = (int)n;
    return true;
}

static bool read_option(Request *q, const char *name, const char *value) {
    SearchLimits *limits = &q->results.limits;
    if (!strcmp(name, "--movetime")) return read_number(value, 86400000, &limits->movetime);
    if (!strcmp(name, "--depth")) return read_number(value, MAX_DEPTH, &limits->depth);
    if (!strcmp(name, "--nodes")) return read_number(value, INT64_MAX, &limits->nodes);
    if (!strcmp(name, "--threads")) return read_threads(value, &q->results);
    if (!strcmp(name, "--hash")) return read_hash(value, &q->results);
    const struct {
        const char *name, **text;
    } texts[] = {{"--suite", &q->suite},
                 {"--variant", &q->results.names},
                 {"--csv", &q->csv},
                 {"--json", &q->json},
                 {"--svg", &q->svg}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(name, texts[i].name)) {
            *texts[i].text = value;
            return true;
        }
    return fail("unknown option", name);
}

static bool read_request(Request *q, int count, char **words) {
    SearchLimits *limits = &q->results.limits;
    *limits = search_limits_none();
    q->results.hash_mb = 16;
    q->results.threads[0] = q->results.thread_counts = 1;
    for (int i = 0; i < count; i += 2) {
        if (i + 1 == count) return fail("an option without a value", words[i]);
        if (!read_option(q, words[i], words[i + 1])) return false;
    }
    if (limits->movetime == LIMIT_NONE && limits->depth == LIMIT_NONE && limits->nodes == LIMIT_NONE)
        limits->movetime = 1000;
    return true;
}

static bool load_suite(Request *q) {
    DepthSuite *s = &q->results.suite;
    FILE *in = q->suite ? fopen(q->suite, "r") : NULL;
    if (q->suite && !in) return fail("cannot be read", q->suite);
    bool good = in ? depth_suite_read(s, in) : depth_suite_add_builtin(s);
    if (in) fclose(in);
    good = good && (!q->results.names || depth_suite_keep(s, q->results.names));
    if (!good) return fail(q->suite ? q->suite : "positions", s->error);
    return s->count ? true : fail("no position in play", q->suite ? q->suite : "positions");
}

/* Position by position, each with all numbers of threads, so that a minute in which the machine is slow harms all numbers alike. */
static bool measure_all(Results *r) {
    Search *searches[MOST_THREAD_COUNTS] = {NULL};
    r->runs = calloc((size_t)(r->suite.count * r->thread_counts), sizeof *r->runs);
    bool good = r->runs != NULL;
    for (int t = 0; good && t < r->thread_counts; t++)
        good = (searches[t] = search_create((size_t)r->hash_mb)) && search_set_threads(searches[t], r->threads[t]);
    for (int i = 0; good && i < r->suite.count; i++) {
        for (int t = 0; t < r->thread_counts; t++)
            r->runs[i * r->thread_counts + t] = depth_measure(searches[t], &r->suite.positions[i], &r->limits);
        fprintf(stderr, "\r%d of %d positions", i + 1, r->suite.count);
    }
    fputc('\n', stderr);
    for (int t = 0; t < r->thread_counts; t++) search_destroy(searches[t]);
    return good ? true : fail("measure", "not enough memory");
}

static bool write_file(const char *path, const Results *r, void (*write)(FILE *out, const Results *r)) {
    if (!path) return true;
    FILE *out = fopen(path, "w");
    if (!out) return fail("cannot be written", path);
    write(out, r);
    return fclose(out) == 0 ? true : fail("cannot be written", path);
}

static void print_tables(const Results *r) {
    char copy[256], *rest = copy;
    printf("%d positions", r->suite.count);
    if (r->suite.skipped) printf(" (%d in setup or decided left out)", r->suite.skipped);
    if (r->limits.movetime != LIMIT_NONE) printf(", movetime %lld ms", (long long)r->limits.movetime);
    if (r->limits.depth != LIMIT_NONE) printf(", depth %lld", (long long)r->limits.depth);
    if (r->limits.nodes != LIMIT_NONE) printf(", nodes %lld", (long long)r->limits.nodes);
    printf(", hash %d MB; quartile, median, quartile over the positions\n", r->hash_mb);
    snprintf(copy, sizeof copy, "%s", r->names ? r->names : "");
    if (!r->names) depth_report_tables(stdout, r, NULL);
    else
        for (const char *name; (name = strsep(&rest, ","));) depth_report_tables(stdout, r, variant_find(name));
}

static bool run_measure(int count, char **words) {
    Request q = {0};
    bool good = read_request(&q, count, words) && load_suite(&q) && measure_all(&q.results);
    if (good) print_tables(&q.results);
    good = good && write_file(q.csv, &q.results, depth_report_csv) && write_file(q.json, &q.results, depth_report_json) &&
           write_file(q.svg, &q.results, depth_report_plot);
    free(q.results.runs);
    depth_suite_free(&q.results.suite);
    return good;
}

/* ---- compare ---- */

static bool read_comparison(Comparison *c, const char **json, int count, char **words) {
    if (count < 2 || count % 2) return fail("compare", "two commands and options with a value each");
    *c = (Comparison){.command = {words[0], words[1]}, .arguments = "", .rounds = 10, .progress = stderr};
    for (int i = 2; i < count; i += 2) {
        int64_t n = 0;
        if (!strcmp(words[i], "--json")) *json = words[i + 1];
        else if (!strcmp(words[i], "--bench")) c->arguments = words[i + 1];
        else if (strcmp(words[i], "--rounds")) return fail("unknown option", words[i]);
        else if (!read_number(words[i + 1], COMPARE_MOST_ROUNDS, &n)) return false;
        else c->rounds = (int)n;
    }
    return true;
}

static int run_compare(int count, char **words) {
    Comparison c;
    const char *json = NULL;
    if (!read_comparison(&c, &json, count, words)) return EXIT_FAILURE;
    FILE *out = json ? fopen(json, "w") : NULL;
    if (json && !out) {
        fail("cannot be written", json);
        return EXIT_FAILURE;
    }
    CompareEnd end = compare_run(&c);
    if (end != COMPARE_FAILED) compare_report(stdout, &c);
    else fail("compare", "a bench that does not end well in `N nodes N nps`");
    if (out && end != COMPARE_FAILED) compare_report_json(out, &c);
    if (out && fclose(out)) end = COMPARE_FAILED;
    return end == COMPARE_SAME ? EXIT_SUCCESS : end == COMPARE_DIFFERENT ? 2 : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--help")) {
        fputs(USAGE, stdout);
        return EXIT_SUCCESS;
    }
    engine_init();
    eval_init();
    if (argc > 1 && !strcmp(argv[1], "compare")) return run_compare(argc - 2, argv + 2);
    return run_measure(argc - 1, argv + 1) ? EXIT_SUCCESS : EXIT_FAILURE;
}
