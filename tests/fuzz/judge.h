/* Judges what a session has printed: the lines of its tasks, and what each command must print at once. */
#ifndef CIERZO_TESTS_FUZZ_JUDGE_H
#define CIERZO_TESTS_FUZZ_JUDGE_H

#include <stdbool.h>

#include "engine/play.h"
#include "protocol/report.h"

/* A `go` that must be answered by one bestmove. */
typedef struct {
    Board root;
    ReportStyle style;
    int multipv;
    Move *moves; /* of searchmoves */
    size_t move_count;
} Asked;

/* What has been asked for, and how much of it was answered. */
typedef struct {
    const Asked *asked;
    int asked_count;
    int answered;
    bool jobs; /* a perft or a bench was started at some time */
} Judge;

/* Checks the lines of tasks and of errors in a NUL-ended text; any other line is a failure. Returns the number of errors. */
int judge_lines(Judge *j, char *text);

/* Takes a block that must be there, beginning a line, out of the text. */
void judge_take(char *text, const char *block);

#endif
