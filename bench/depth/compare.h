/* Two builds against each other: the bench of both, by turns. */
#ifndef CIERZO_BENCH_DEPTH_COMPARE_H
#define CIERZO_BENCH_DEPTH_COMPARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/depth/sample.h"

enum { COMPARE_MOST_ROUNDS = 1000 };

typedef struct {
    uint64_t nodes, nps;
} BenchResult;

typedef enum { COMPARE_SAME, COMPARE_DIFFERENT, COMPARE_FAILED } CompareEnd;

typedef struct {
    const char *command[2]; /* as for a shell, without `bench` */
    const char *arguments;  /* of bench: "" or depth, threads and hash */
    int rounds;             /* 1 to COMPARE_MOST_ROUNDS */
    FILE *progress;         /* a line a round; NULL: none */
    /* Filled by compare_run: */
    BenchResult results[COMPARE_MOST_ROUNDS][2];
    bool same[2], agree;     /* each build has one signature; both have the same one */
    Quartiles nps[2], ratio; /* ratio: nodes per second of the second build by those of the first, round by round */
    bool has_interval;       /* of the ratio's median, 95 % (sample.h): six rounds or more */
    double low, high;
} Comparison;

/* Whether a line of a bench is its last, `N nodes N nps`. */
bool compare_read_line(const char *line, BenchResult *out);

/* Runs COMMAND bench ARGUMENTS for both in the order ABBAABBA..., so that a machine that slows down harms both alike. COMPARE_FAILED
 * when a command ends with an error or prints no line `N nodes N nps`. */
CompareEnd compare_run(Comparison *c);

void compare_report(FILE *out, const Comparison *c);
void compare_report_json(FILE *out, const Comparison *c);

#endif
