/* Long work that is no search: perft and the bench. A job has a thread of its own, so that the input loop stays awake. */
#ifndef CIERZO_PROTOCOL_JOB_H
#define CIERZO_PROTOCOL_JOB_H

#include "engine/play.h"
#include "protocol/output.h"
#include "protocol/parse.h"

typedef struct Job Job;

/* Lines go to `output` as they come. The last ones are handed to `answer` instead, from the job's thread: the job is done then, but for
 * the end of its thread. */
typedef struct {
    Output *output;
    void (*answer)(void *context, Text *lines);
    void *context;
} JobHost;

/* NULL when there is no memory or no thread; the host and the board are copied. */
Job *job_start_perft(const JobHost *host, const Board *board, int depth);
Job *job_start_bench(const JobHost *host, const BenchRequest *request);

/* Makes the job end soon, with a line that says so in place of its total. */
void job_stop(Job *job);

/* Waits for the end of the job and frees it. */
void job_destroy(Job *job);

#endif
