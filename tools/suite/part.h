/* Answers of a suite that is asked in parts, kept in a file of work (kit/work.h). */
#ifndef CIERZO_TOOLS_SUITE_PART_H
#define CIERZO_TOOLS_SUITE_PART_H

#include "tools/suite/answer.h"

/* What the work is, for work_open: the questions, the limits, and the options of the engines, but not where their programs are. */
void part_heading(const Questions *q, const ExaminerSpec *spec, const char *go, char *out, size_t size);

/* The answers of `engines` engines to one question as a line without its end; NULL when memory is short. The caller's to free. */
char *part_text(const Answer *answers, int engines);
/* Reads them again; false when it is not such a line. */
bool part_read(const char *text, Answer *answers, int engines);

#endif
