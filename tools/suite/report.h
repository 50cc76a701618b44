/* The answers of all engines to a suite, printed. */
#ifndef CIERZO_TOOLS_SUITE_REPORT_H
#define CIERZO_TOOLS_SUITE_REPORT_H

#include <stdio.h>

#include "tools/suite/answer.h"

/* `answers` by question, then by engine. */
typedef struct {
    const Questions *suite;
    const ExaminerSpec *spec;
    const Answer *answers;
    const char *go;
} SuiteReport;

/* One line a question, as it is done; `first` prints the head of the table before it. */
void suite_report_question(const SuiteReport *r, size_t question, bool first);
/* Solved, proved and times by engine and kind; whether everything was solved. */
bool suite_report_summary(const SuiteReport *r);

void suite_report_csv(const SuiteReport *r, FILE *out);
void suite_report_json(const SuiteReport *r, FILE *out);

#endif
