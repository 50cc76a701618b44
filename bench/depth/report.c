#include "bench/depth/report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bench/depth/sample.h"
#include "engine/version.h"

/* Ratios of shorter times are noise of the clock and of other programs. */
static const double LEAST_SECONDS = 0.01;

/* ---- gathering ---- */

/* A figure of one run. `first` is the run of the same position with the first number of threads, for figures that compare with it; `depth`
 * is for figures that belong to a depth. 0 where the run has no such figure. */
typedef double Figure(const DepthRun *run, const DepthRun *first, int depth);

static double milliseconds(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first;
    return depth <= run->reached ? run->seconds[depth] * 1000 : 0;
}
static double nodes(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first;
    return depth <= run->reached ? (double)run->nodes[depth] : 0;
}
static double branching(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first;
    return depth_branching(run, depth);
}
static double branching_overall(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first, (void)depth;
    return depth_branching_overall(run);
}
static double reached(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first, (void)depth;
    return run->proved ? 0 : run->reached;
}
static double nps(const DepthRun *run, const DepthRun *first, int depth) {
    (void)first, (void)depth;
    return depth_nps(run);
}
static double nps_ratio(const DepthRun *run, const DepthRun *first, int depth) {
    (void)depth;
    return depth_nps(first) > 0 && first->total_seconds >= LEAST_SECONDS ? depth_nps(run) / depth_nps(first) : 0;
}
static double speedup(const DepthRun *run, const DepthRun *first, int depth) {
    (void)depth;
    return depth_speedup(first, run, LEAST_SECONDS);
}

/* Quartiles of a figure over the positions of a rule set; of all positions with NULL. */
static Quartiles figure_quartiles(const Results *r, const Variant *v, int threads, Figure *figure, int depth) {
    double *values = malloc(((size_t)r->suite.count + 1) * sizeof *values);
    int count = 0;
    for (int i = 0; values && i < r->suite.count; i++) {
        double value = figure(results_run(r, i, threads), results_run(r, i, 0), depth);
        if ((!v || r->suite.positions[i].variant == v) && value > 0) values[count++] = value;
    }
    Quartiles q = sample_quartiles(values, values ? count : 0);
    free(values);
    return q;
}

/* ---- tables ---- */

static void print_quartiles(FILE *out, Quartiles q, int decimals) {
    if (!q.count) fprintf(out, "  %9s %9s %9s", "", "-", "");
    else fprintf(out, "  %9.*f %9.*f %9.*f", decimals, q.low, decimals, q.median, decimals, q.high);
}

static void print_depths(FILE *out, const Results *r, const Variant *v, int threads) {
    fprintf(out, "\n%s, threads %d\n", v ? v->name : "all positions", r->threads[threads]);
    fprintf(out, "%5s %9s  %29s  %29s  %29s\n", "depth", "positions", "ms", "nodes", "branching");
    for (int depth = 1; depth <= MAX_DEPTH; depth++) {
        Quartiles ms = figure_quartiles(r, v, threads, milliseconds, depth);
        if (!ms.count) break;
        fprintf(out, "%5d %9d", depth, ms.count);
        print_quartiles(out, ms, 1);
        print_quartiles(out, figure_quartiles(r, v, threads, nodes, depth), 0);
        print_quartiles(out, figure_quartiles(r, v, threads, branching, depth), 2);
        fputc('\n', out);
    }
}

static void print_figure(FILE *out, const Results *r, const Variant *v, const char *name, Figure *figure, int decimals,
                         int from) {
    for (int t = from; t < r->thread_counts; t++) {
        Quartiles q = figure_quartiles(r, v, t, figure, 0);
        fprintf(out, "%-34s %7d %9d", name, r->threads[t], q.count);
        print_quartiles(out, q, decimals);
        fputc('\n', out);
    }
}

void depth_report_tables(FILE *out, const Results *r, const Variant *v) {
    for (int t = 0; t < r->thread_counts; t++) print_depths(out, r, v, t);
    fprintf(out, "\n%-34s %7s %9s  %9s %9s %9s\n", v ? v->name : "all positions", "threads", "positions", "quartile",
            "median", "quartile");
    print_figure(out, r, v, "depth finished, where not proved", reached, 1, 0);
    print_figure(out, r, v, "branching over all depths", branching_overall, 2, 0);
    print_figure(out, r, v, "nodes per second", nps, 0, 0);
    print_figure(out, r, v, "nodes per second, ratio", nps_ratio, 2, 1);
    print_figure(out, r, v, "time to the same depth, speedup", speedup, 2, 1);
}

/* ---- for programs ---- */

void depth_report_csv(FILE *out, const Results *r) {
    char text[POSITION_TEXT_SIZE];
    fprintf(out, "position,variant,fen,threads,depth,seconds,nodes,branching,proved\n");
    for (int i = 0; i < r->suite.count; i++)
        for (int t = 0; t < r->thread_counts; t++) {
            const DepthRun *run = results_run(r, i, t);
            position_text(&r->suite.positions[i], text, sizeof text);
            for (int d = 1; d <= run->reached; d++)
                fprintf(out, "%d,%s,%s,%d,%d,%.6f,%" PRIu64 ",%.4f,%d\n", i + 1, r->suite.positions[i].variant->name, text,
                        r->threads[t], d, run->seconds[d], run->nodes[d], depth_branching(run, d), run->proved);
        }
}

void depth_report_json_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
        else if (c < 0x20) fprintf(out, "\\u%04x", c);
        else fputc(c, out);
    }
    fputc('"', out);
}

static void json_run(FILE *out, const Results *r, int position, int threads) {
    const DepthRun *run = results_run(r, position, threads);
    char text[POSITION_TEXT_SIZE];
    position_text(&r->suite.positions[position], text, sizeof text);
    fprintf(out, "{\"position\":%d,\"variant\":\"%s\",\"fen\":\"%s\",\"threads\":%d,\"proved\":%s,", position + 1,
            r->suite.positions[position].variant->name, text, r->threads[threads], run->proved ? "true" : "false");
    fprintf(out, "\"seconds\":%.6f,\"nodes\":%" PRIu64 ",\"branching\":%.4f,\"depths\":[", run->total_seconds,
            run->total_nodes, depth_branching_overall(run));
    for (int d = 1; d <= run->reached; d++)
        fprintf(out, "%s{\"depth\":%d,\"seconds\":%.6f,\"nodes\":%" PRIu64 ",\"branching\":%.4f}", d > 1 ? "," : "", d,
                run->seconds[d], run->nodes[d], depth_branching(run, d));
    fprintf(out, "]}");
}

static void json_limit(FILE *out, const char *name, int64_t limit) {
    fprintf(out, "\"%s\":", name);
    if (limit == LIMIT_NONE) fprintf(out, "null,");
    else fprintf(out, "%" PRId64 ",", limit);
}

void depth_report_json(FILE *out, const Results *r) {
    fprintf(out, "{\"version\":");
    depth_report_json_string(out, CIERZO_VERSION);
    fputc(',', out);
    json_limit(out, "movetime", r->limits.movetime);
    json_limit(out, "depth", r->limits.depth);
    json_limit(out, "nodes", r->limits.nodes);
    fprintf(out, "\"hash\":%d,\"runs\":[", r->hash_mb);
    for (int i = 0; i < r->suite.count; i++)
        for (int t = 0; t < r->thread_counts; t++) {
            fprintf(out, i + t ? ",\n" : "\n");
            json_run(out, r, i, t);
        }
    fprintf(out, "\n]}\n");
}
