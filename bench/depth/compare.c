#include "bench/depth/compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench/depth/report.h"

bool compare_read_line(const char *line, BenchResult *out) {
    BenchResult r;
    int end = 0;
    if (sscanf(line, "%" SCNu64 " nodes %" SCNu64 " nps %n", &r.nodes, &r.nps, &end) != 2 || !end || line[end]) return false;
    *out = r;
    return true;
}

static bool bench_command(const char *command, const char *arguments, BenchResult *out) {
    char text[4096], line[4096];
    if (snprintf(text, sizeof text, "%s bench %s", command, arguments) >= (int)sizeof text) return false;
    fflush(NULL);
    FILE *output = popen(text, "r");
    if (!output) return false;
    bool found = false;
    while (fgets(line, sizeof line, output))
        if (compare_read_line(line, out)) found = true;
    return pclose(output) == 0 && found && out->nps > 0;
}

static void sum_up(Comparison *c) {
    double nps[2][COMPARE_MOST_ROUNDS], ratio[COMPARE_MOST_ROUNDS];
    c->same[0] = c->same[1] = true;
    for (int i = 0; i < c->rounds; i++) {
        for (int k = 0; k < 2; k++) {
            nps[k][i] = (double)c->results[i][k].nps;
            if (c->results[i][k].nodes != c->results[0][k].nodes) c->same[k] = false;
        }
        ratio[i] = nps[1][i] / nps[0][i];
    }
    c->agree = c->same[0] && c->same[1] && c->results[0][0].nodes == c->results[0][1].nodes;
    for (int k = 0; k < 2; k++) c->nps[k] = sample_quartiles(nps[k], c->rounds);
    c->ratio = sample_quartiles(ratio, c->rounds);
    c->has_interval = sample_median_interval(ratio, c->rounds, &c->low, &c->high);
}

CompareEnd compare_run(Comparison *c) {
    for (int i = 0; i < c->rounds; i++) {
        for (int k = 0; k < 2; k++) {
            int which = k ^ (i & 1);
            if (!bench_command(c->command[which], c->arguments, &c->results[i][which])) return COMPARE_FAILED;
        }
        const BenchResult *r = c->results[i];
        if (c->progress)
            fprintf(c->progress, "round %d of %d: nps %" PRIu64 " and %" PRIu64 ", ratio %.3f\n", i + 1, c->rounds, r[0].nps,
                    r[1].nps, (double)r[1].nps / (double)r[0].nps);
    }
    sum_up(c);
    return c->agree ? COMPARE_SAME : COMPARE_DIFFERENT;
}

static void print_build(FILE *out, const Comparison *c, int k) {
    fprintf(out, "%c  %s\n   nodes per second: median %.0f, quartiles %.0f and %.0f; ", 'A' + k, c->command[k],
            c->nps[k].median, c->nps[k].low, c->nps[k].high);
    if (c->same[k]) fprintf(out, "signature %" PRIu64 "\n", c->results[0][k].nodes);
    else fprintf(out, "signature NOT THE SAME from run to run\n");
}

void compare_report(FILE *out, const Comparison *c) {
    for (int k = 0; k < 2; k++) print_build(out, c, k);
    fprintf(out, "B/A over %d rounds: median %.4f, quartiles %.4f and %.4f; ", c->rounds, c->ratio.median, c->ratio.low,
            c->ratio.high);
    if (c->has_interval) fprintf(out, "95 %% interval of the median %.4f to %.4f\n", c->low, c->high);
    else fprintf(out, "an interval needs six rounds\n");
    fprintf(out, c->agree ? "signatures agree\n" : "signatures DIFFER\n");
}

void compare_report_json(FILE *out, const Comparison *c) {
    static const char NAMES[] = "ab";
    fprintf(out, "{\"rounds\":%d,\"agree\":%s,", c->rounds, c->agree ? "true" : "false");
    for (int k = 0; k < 2; k++) {
        fprintf(out, "\"%c\":{\"command\":", NAMES[k]);
        depth_report_json_string(out, c->command[k]);
        fprintf(out, ",\"nps\":[");
        for (int i = 0; i < c->rounds; i++) fprintf(out, "%s%" PRIu64, i ? "," : "", c->results[i][k].nps);
        fprintf(out, "],\"nodes\":[");
        for (int i = 0; i < c->rounds; i++) fprintf(out, "%s%" PRIu64, i ? "," : "", c->results[i][k].nodes);
        fprintf(out, "]},");
    }
    fprintf(out, "\"ratio\":{\"median\":%.5f,\"quartiles\":[%.5f,%.5f],\"interval95\":", c->ratio.median, c->ratio.low,
            c->ratio.high);
    if (c->has_interval) fprintf(out, "[%.5f,%.5f]}}\n", c->low, c->high);
    else fprintf(out, "null}}\n");
}
