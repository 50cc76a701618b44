/* What was measured, for people (tables), programs (CSV, JSON) and documents (a plot). */
#ifndef CIERZO_BENCH_DEPTH_REPORT_H
#define CIERZO_BENCH_DEPTH_REPORT_H

#include <stdio.h>

#include "bench/depth/measure.h"
#include "bench/depth/suite.h"

enum { MOST_THREAD_COUNTS = 8 };

typedef struct {
    DepthSuite suite;
    SearchLimits limits;
    int hash_mb;
    int threads[MOST_THREAD_COUNTS]; /* the first is what the others are compared with */
    int thread_counts;
    const char *names; /* the rule sets `A,B` that were asked for, or NULL */
    DepthRun *runs;    /* suite.count times thread_counts, by position */
} Results;

static inline const DepthRun *results_run(const Results *r, int position, int threads) {
    return &r->runs[position * r->thread_counts + threads];
}

/* Tables of the positions of rule set `v`, of all with NULL: depth by depth for each number of threads, then the threads compared. */
void depth_report_tables(FILE *out, const Results *r, const Variant *v);

/* One line for each position, number of threads and depth, under a heading. */
void depth_report_csv(FILE *out, const Results *r);

/* One object: the limits, and each search with its depths. */
void depth_report_json(FILE *out, const Results *r);

/* An SVG picture: the mean depth finished over time, a curve for each rule set of the suite and number of threads. Positions that were
 * proved are left out. */
void depth_report_plot(FILE *out, const Results *r);

/* A JSON string in quotes. */
void depth_report_json_string(FILE *out, const char *text);

#endif
