/* The answers of all engines to a suite, printed. */
#ifndef CIERZO_TOOLS_SUITE_REPORT_H
#define CIERZO_TOOLS_SUITE_REPORT_H

#include <stdio.h>

#include "tools/suite/answer.h"

/* `answers` by task, then by engine. */
typedef struct {
    const Suite *suite;
    const ExaminerSpec *spec;
    const Answer *answers;
    const char *go;
} Report;

/* One line a task, as it is done; `first` prints the head of the table before it. */
void report_task(const Report *r, size_t task, bool first);
/* Solved, proved and times by engine and kind; whether everything was solved. */
bool report_summary(const Report *r);

void report_csv(const Report *r, FILE *out);
void report_json(const Report *r, FILE *out);

#endif
