/* What measures search depth and compares builds: suites, statistics and branching against values worked out by hand, reports that
 * programs read, and the bench of two commands that are no engines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/depth/compare.h"
#include "bench/depth/measure.h"
#include "bench/depth/report.h"
#include "bench/depth/sample.h"
#include "bench/depth/suite.h"
#include "eval/eval.h"
#include "tests/check.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(depth_suite, .init = init);
TestSuite(sample);
TestSuite(depth, .init = init);
TestSuite(compare);

static bool near(double a, double b) { return fabs(a - b) < 1e-9; }

/* ---- suites ---- */

#define SMALL "7/1b5/2s2s1/7/4sb1/6w/7 w x 2"

static DepthSuite read_text(const char *text, bool *good) {
    DepthSuite s = {0};
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    cr_assert_not_null(in);
    *good = depth_suite_read(&s, in);
    fclose(in);
    return s;
}

Test(depth_suite, takes_lines_of_both_kinds) {
    bool good;
    DepthSuite s = read_text("# a comment\n\n \t\r\n" MID "\r\nveletas-7;" SMALL ";5/100;a1\n" MID, &good);
    cr_assert(good, "%s", s.error);
    cr_assert_eq(s.count, 3);
    cr_expect_str_eq(s.positions[0].variant->name, "veletas");
    cr_expect_str_eq(s.positions[1].variant->name, "veletas-7");
    char text[POSITION_TEXT_SIZE];
    position_text(&s.positions[1], text, sizeof text);
    cr_expect_str_eq(text, SMALL);
    depth_suite_free(&s);
}

Test(depth_suite, leaves_out_setups_and_finished_games) {
    bool good;
    DepthSuite s = read_text(START "\n" GO1 "\n" MID "\n", &good);
    cr_assert(good, "%s", s.error);
    cr_expect_eq(s.count, 1);
    cr_expect_eq(s.skipped, 2);
    depth_suite_free(&s);
}

Test(depth_suite, says_which_line_is_bad) {
    static const char *const BAD[] = {"nonsense", "nosuch;" MID, "veletas-7;" MID, ";" MID, "veletas;", "veletas"};
    char text[512];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        bool good;
        snprintf(text, sizeof text, "# first\n%s\n%s\n%s\n", MID, BAD[i], MID);
        DepthSuite s = read_text(text, &good);
        cr_expect_not(good, "%s", BAD[i]);
        cr_expect_eq(strncmp(s.error, "line 3: ", 8), 0, "%s: %s", BAD[i], s.error);
        cr_expect_eq(s.count, 1);
        depth_suite_free(&s);
    }
}

Test(depth_suite, a_line_too_long_is_refused) {
    char text[5000];
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    DepthSuite s = {0};
    cr_expect_not(depth_suite_add(&s, text));
    cr_expect_eq(s.count, 0);
}

Test(depth_suite, keeps_the_rule_sets_asked_for) {
    DepthSuite s = {0};
    cr_assert(depth_suite_add_builtin(&s));
    cr_expect_gt(s.count, 40);
    cr_expect_not(depth_suite_keep(&s, "veletas,nosuch"));
    cr_expect_gt(s.count, 40);
    cr_assert(depth_suite_keep(&s, "veletas-7,classic"));
    cr_expect_gt(s.count, 4);
    int of_each[2] = {0, 0};
    for (int i = 0; i < s.count; i++) {
        const char *name = s.positions[i].variant->name;
        cr_expect(!strcmp(name, "veletas-7") || !strcmp(name, "classic"), "%s", name);
        of_each[!strcmp(name, "classic")]++;
    }
    cr_expect(of_each[0] > 0 && of_each[1] > 0);
    depth_suite_free(&s);
}

Test(depth_suite, the_one_for_depth_is_good) {
    char path[4096];
    snprintf(path, sizeof path, "%s/bench/depth/suite.epd", getenv("CIERZO_SOURCE"));
    FILE *in = fopen(path, "r");
    cr_assert_not_null(in, "cannot read %s", path);
    DepthSuite s = {0};
    cr_expect(depth_suite_read(&s, in), "%s", s.error);
    cr_expect_eq(s.count, 36);
    cr_expect_eq(s.skipped, 0);
    fclose(in);
    depth_suite_free(&s);
}

/* ---- statistics ---- */

Test(sample, quartiles_are_interpolated) {
    double four[] = {40, 10, 30, 20}, five[] = {5, 1, 4, 2, 3}, one[] = {7};
    Quartiles q = sample_quartiles(four, 4);
    cr_expect(near(q.low, 17.5) && near(q.median, 25) && near(q.high, 32.5), "%g %g %g", q.low, q.median, q.high);
    q = sample_quartiles(five, 5);
    cr_expect(near(q.low, 2) && near(q.median, 3) && near(q.high, 4), "%g %g %g", q.low, q.median, q.high);
    q = sample_quartiles(one, 1);
    cr_expect(near(q.low, 7) && near(q.median, 7) && near(q.high, 7));
    cr_expect_eq(sample_quartiles(one, 0).count, 0);
}

/* P(B(n, 1/2) < k) <= 2.5 %: sign test tables have k = 1 for n of 6 to 8, 2 for 9 to 11, 3 for 12 to 14, 6 for 20, 10 for 30. */
Test(sample, the_interval_leaves_out_what_the_tables_say) {
    static const int TABLE[][2] = {{6, 1}, {8, 1}, {9, 2}, {11, 2}, {12, 3}, {14, 3}, {20, 6}, {30, 10}};
    double values[1000], low, high;
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        int n = TABLE[i][0], k = TABLE[i][1];
        for (int j = 0; j < n; j++) values[j] = n - j;
        cr_assert(sample_median_interval(values, n, &low, &high), "%d", n);
        cr_expect(near(low, k) && near(high, n + 1 - k), "%d: %g to %g", n, low, high);
    }
    for (int j = 0; j < 1000; j++) values[j] = j + 1;
    cr_expect_not(sample_median_interval(values, 5, &low, &high));
    cr_expect(sample_median_interval(values, 1000, &low, &high));
    cr_expect(near(low, 469) && near(high, 532), "%g to %g", low, high);
}

/* ---- depth ---- */

static DepthRun made_run(double slower) {
    DepthRun r = {.reached = 4, .total_seconds = 2 * slower, .total_nodes = 4000};
    static const uint64_t NODES[] = {0, 10, 20, 80, 640};
    for (int d = 1; d <= 4; d++) {
        r.nodes[d] = NODES[d];
        r.seconds[d] = slower * d * d / 10;
    }
    return r;
}

Test(depth, branching_is_the_ratio_and_its_geometric_mean) {
    DepthRun r = made_run(1);
    cr_expect(near(depth_branching(&r, 2), 2) && near(depth_branching(&r, 3), 4) && near(depth_branching(&r, 4), 8));
    cr_expect(near(depth_branching(&r, 1), 0) && near(depth_branching(&r, 5), 0));
    cr_expect(near(depth_branching_overall(&r), 4), "%g", depth_branching_overall(&r)); /* (2 * 4 * 8)^(1/3) */
    r.reached = 1;
    cr_expect(near(depth_branching_overall(&r), 0));
    cr_expect(near(depth_nps(&r), 2000));
}

Test(depth, speedup_is_taken_at_the_deepest_common_depth) {
    DepthRun one = made_run(1), other = made_run(0.5);
    cr_expect(near(depth_speedup(&one, &other, 0.01), 2));
    other.reached = 3;
    other.seconds[3] = 0.3;
    cr_expect(near(depth_speedup(&one, &other, 0.01), 3), "0.9 s by 0.3 s");
    cr_expect(near(depth_speedup(&one, &other, 1), 0), "0.9 s is too little");
    other.reached = 0;
    cr_expect(near(depth_speedup(&one, &other, 0), 0));
    cr_expect_eq(depth_at(&one, 0.05), 0);
    cr_expect_eq(depth_at(&one, 0.45), 2);
    cr_expect_eq(depth_at(&one, 1e9), 4);
}

/* One thread with a depth: the same nodes as a search of that depth by itself. */
Test(depth, a_run_has_every_depth_in_order) {
    Board b = board_at(MID);
    Search *s = search_create(4);
    SearchLimits limits = search_limits_none();
    limits.depth = 4;
    DepthRun r = depth_measure(s, &b.position, &limits);
    cr_assert_eq(r.reached, 4);
    for (int d = 2; d <= 4; d++) cr_expect(r.nodes[d] > r.nodes[d - 1] && r.seconds[d] >= r.seconds[d - 1]);
    cr_expect_eq(r.total_nodes, r.nodes[4]);
    cr_expect_geq(r.total_seconds, r.seconds[4]);
    limits.depth = 3;
    DepthRun shorter = depth_measure(s, &b.position, &limits);
    cr_expect_eq(shorter.reached, 3);
    cr_expect_eq(shorter.nodes[3], r.nodes[3]);
    search_destroy(s);
}

/* What a depth had found when the nodes ran out is reported, but that depth was not reached. */
Test(depth, a_depth_broken_off_does_not_count) {
    Board b = board_at(MID);
    Search *s = search_create(4);
    SearchLimits limits = search_limits_none();
    uint64_t deepest = 0;
    for (limits.nodes = 1000; limits.nodes < 9000; limits.nodes += 500) {
        DepthRun r = depth_measure(s, &b.position, &limits);
        cr_assert(r.reached >= 1 && !r.proved);
        cr_expect_lt(r.nodes[r.reached], r.total_nodes, "%lld nodes: depth %d was not finished", (long long)limits.nodes,
                     r.reached);
        if (deepest < (uint64_t)r.reached) deepest = (uint64_t)r.reached;
    }
    cr_expect_gt(deepest, 2);
    search_destroy(s);
}

/* ---- reports ---- */

typedef struct {
    char *text;
    size_t size;
} Written;

static Written written(const Results *r, void (*write)(FILE *out, const Results *r)) {
    Written w = {0};
    FILE *out = open_memstream(&w.text, &w.size);
    cr_assert_not_null(out);
    write(out, r);
    fclose(out);
    return w;
}

static Results made_results(DepthRun runs[4]) {
    Results r = {.limits = search_limits_none(), .hash_mb = 16, .threads = {1, 2}, .thread_counts = 2, .runs = runs};
    cr_assert(depth_suite_add(&r.suite, MID) && depth_suite_add(&r.suite, "veletas-7;" SMALL));
    for (int i = 0; i < 4; i++) runs[i] = made_run(i % 2 ? 0.5 : 1);
    return r;
}

static int count(const char *text, const char *word) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word)) n++;
    return n;
}

/* Reads one JSON value; NULL where it is none. */
static const char *json_value(const char *at);

static const char *json_text(const char *at) {
    for (at++; *at && *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) return NULL;
        if (*at == '\\' && !*++at) return NULL;
    }
    return *at ? at + 1 : NULL;
}

static const char *json_list(const char *at, char end, bool named) {
    at += 1 + strspn(at + 1, " \n");
    if (*at == end) return at + 1;
    for (;; at += 1 + strspn(at + 1, " \n")) {
        if (named && (*at != '"' || !(at = json_text(at)) || *at++ != ':')) return NULL;
        if (!(at = json_value(at))) return NULL;
        at += strspn(at, " \n");
        if (*at == end) return at + 1;
        if (*at != ',') return NULL;
    }
}

static const char *json_value(const char *at) {
    static const char *const WORDS[] = {"true", "false", "null"};
    if (*at == '{') return json_list(at, '}', true);
    if (*at == '[') return json_list(at, ']', false);
    if (*at == '"') return json_text(at);
    for (size_t i = 0; i < 3; i++)
        if (!strncmp(at, WORDS[i], strlen(WORDS[i]))) return at + strlen(WORDS[i]);
    size_t digits = strspn(at, "-0123456789.");
    return digits ? at + digits : NULL;
}

static bool is_json(const char *text) {
    const char *end = json_value(text);
    return end && !end[strspn(end, " \n")];
}

Test(depth, the_json_reader_of_this_test_refuses) {
    static const char *const BAD[] = {"", "{", "{\"a\":1,}", "[1,]", "[1 2]", "{\"a\"}", "\"\n\"", "{\"a\":nan}", "[1]]"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) cr_expect_not(is_json(BAD[i]), "%s", BAD[i]);
    cr_expect(is_json("{\"a\":[1,2.5,null,\"x\\\"\"],\"b\":{}}\n"));
}

Test(depth, csv_has_a_line_for_each_depth) {
    DepthRun runs[4];
    Results r = made_results(runs);
    Written csv = written(&r, depth_report_csv);
    cr_expect_eq(count(csv.text, "\n"), 1 + 2 * 2 * 4);
    for (char *rest = csv.text, *line; (line = strsep(&rest, "\n")) && *line;) cr_expect_eq(count(line, ","), 8, "%s", line);
    free(csv.text);
    csv = written(&r, depth_report_csv);
    cr_expect_eq(count(csv.text, "\n2,veletas-7," SMALL ",2,4,0.800000,640,8.0000,0\n"), 1, "%s", csv.text);
    free(csv.text);
    depth_suite_free(&r.suite);
}

Test(depth, json_is_well_formed_and_whole) {
    DepthRun runs[4];
    Results r = made_results(runs);
    r.limits.movetime = 1000;
    Written json = written(&r, depth_report_json);
    cr_expect(is_json(json.text), "%s", json.text);
    cr_expect_eq(count(json.text, "{\"depth\":4,\"seconds\":0.800000,\"nodes\":640,\"branching\":8.0000}"), 2);
    cr_expect_eq(count(json.text, "\"movetime\":1000,\"depth\":null"), 1);
    cr_expect_eq(count(json.text, "\"branching\":4.0000,\"depths\""), 4);
    free(json.text);
    depth_suite_free(&r.suite);
}

Test(depth, tables_have_medians_and_ratios) {
    DepthRun runs[4];
    Results r = made_results(runs);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    depth_report_tables(out, &r, NULL);
    fclose(out);
    cr_expect_eq(count(text, "\n    4         2 "), 2, "%s", text);
    cr_expect_not_null(strstr(text, "speedup          2         2       2.00      2.00      2.00"), "%s", text);
    free(text);
    depth_suite_free(&r.suite);
}

/* A curve and a line of the legend for each rule set and number of threads, inside the picture; none of a proved position. */
Test(depth, the_plot_has_its_curves) {
    DepthRun runs[4];
    Results r = made_results(runs);
    Written svg = written(&r, depth_report_plot);
    cr_expect_eq(count(svg.text, "<path class=\"curve\""), 8);
    cr_expect_eq(count(svg.text, "(1 position"), 4);
    cr_expect_null(strstr(svg.text, "nan"));
    cr_expect_eq(count(svg.text, "<"), count(svg.text, ">"));
    cr_expect_str_eq(svg.text + svg.size - 7, "</svg>\n");
    free(svg.text);
    runs[1].proved = true;
    svg = written(&r, depth_report_plot);
    cr_expect_eq(count(svg.text, "(0 positions)"), 2);
    free(svg.text);
    depth_suite_free(&r.suite);
}

/* ---- comparing ---- */

/* A command that answers `bench` with so many nodes. */
static void make_engine(char *path, const char *answer) {
    int descriptor = mkstemp(support_temporary(path, "test"));
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    cr_assert_not_null(file);
    fprintf(file, "#!/bin/sh\n[ \"$1\" = bench ] || exit 1\necho position 1 of 1 nodes 5 nps 5\n%s\n", answer);
    fclose(file);
    cr_assert_eq(chmod(path, 0700), 0);
}

static CompareEnd compare(Comparison *c, const char *first, const char *second, int rounds) {
    char a[SUPPORT_PATH], b[SUPPORT_PATH];
    make_engine(a, first);
    make_engine(b, second);
    *c = (Comparison){.command = {a, b}, .arguments = "", .rounds = rounds};
    CompareEnd end = compare_run(c);
    unlink(a);
    unlink(b);
    c->command[0] = c->command[1] = "a \"quoted\" command";
    return end;
}

Test(compare, the_last_line_of_a_bench_is_told_from_the_rest) {
    BenchResult r;
    cr_expect(compare_read_line("758768 nodes 160348 nps\r\n", &r));
    cr_expect(r.nodes == 758768 && r.nps == 160348);
    static const char *const OTHERS[] = {
        "", "nodes", "1 nodes 2", "1 nodes 2 nps 3", "total: positions 52", "x 1 nodes 2 nps"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        cr_expect_not(compare_read_line(OTHERS[i], &r), "%s", OTHERS[i]);
}

Test(compare, equal_signatures_agree_and_ratios_are_taken) {
    Comparison c;
    cr_assert_eq(compare(&c, "echo 100 nodes 1000 nps", "echo 100 nodes 1500 nps", 6), COMPARE_SAME);
    cr_expect(c.agree && c.has_interval && near(c.ratio.median, 1.5) && near(c.low, 1.5) && near(c.high, 1.5));
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    compare_report_json(out, &c);
    fclose(out);
    cr_expect(is_json(text), "%s", text);
    cr_expect_eq(count(text, "1500"), 6, "%s", text);
    free(text);
}

Test(compare, different_signatures_are_noticed) {
    Comparison c;
    cr_expect_eq(compare(&c, "echo 100 nodes 1000 nps", "echo 101 nodes 1000 nps", 2), COMPARE_DIFFERENT);
    cr_expect(c.same[0] && c.same[1] && !c.agree && !c.has_interval);
    /* From run to run: the first is right. */
    static const char *const FICKLE =
        "if rm $0.ran 2>/dev/null; then echo 101 nodes 9 nps; else echo >$0.ran; echo 100 nodes 9 nps; fi";
    cr_expect_eq(compare(&c, FICKLE, "echo 100 nodes 1000 nps", 2), COMPARE_DIFFERENT);
    cr_expect(!c.same[0] && c.same[1]);
}

Test(compare, a_bench_that_fails_is_no_result) {
    Comparison c;
    cr_expect_eq(compare(&c, "echo 100 nodes 1000 nps", "exit 0", 1), COMPARE_FAILED);
    cr_expect_eq(compare(&c, "echo 100 nodes 1000 nps; exit 3", "echo 100 nodes 1000 nps", 1), COMPARE_FAILED);
}

/* Two builds that are the same one. */
Test(compare, the_engine_agrees_with_itself) {
    const char *engine = getenv("CIERZO");
    cr_assert_not_null(engine);
    Comparison c = {.command = {engine, engine}, .arguments = "2 1 1", .rounds = 1};
    cr_expect_eq(compare_run(&c), COMPARE_SAME);
    cr_expect_gt(c.results[0][0].nodes, 0);
    cr_expect_eq(c.results[0][0].nodes, c.results[0][1].nodes);
}
