/* A session: the one object that owns position, searcher, options and output, and the task that runs, which is a search, a perft
 * or a bench. All functions are for the thread of the input loop. */
#ifndef CIERZO_PROTOCOL_SESSION_H
#define CIERZO_PROTOCOL_SESSION_H

#include <stdatomic.h>

#include "protocol/job.h"
#include "protocol/options.h"
#include "protocol/output.h"
#include "protocol/report.h"
#include "search/search.h"

typedef enum { TASK_NONE, TASK_SEARCH, TASK_JOB } SessionTask;

typedef struct Session {
    Output *output;
    Search *search;
    Board board;
    Bitboard claimed; /* by the last move of the `position` that set the board */
    Options options;
    Dialect dialect;
    bool quit;
    int64_t received; /* when the current command was read, by clock_now_ms */

    SessionTask task;     /* TASK_NONE once its end was waited for */
    Job *job;             /* of TASK_JOB */
    ReportStyle style;    /* as it was when the search was started, whose thread reads it */
    int claims_depth;     /* of the last claims line; while a search runs only its thread may use it */
    bool limited;         /* the task ends by itself, */
    bool pondering;       /* but not before ponderhit */
    atomic_bool answered; /* set by the task's thread just before its last line is queued */
    int wake[2];          /* a pipe; a byte in it ends session_wait */
} Session;

/* The libraries below must be initialised. False when memory or threads are short; nothing is left over then. */
bool session_open(Session *s);

/* Ends the task, writes what is queued and frees everything. False when the output is stuck: see output_destroy. */
bool session_close(Session *s);

/* Whether a task runs that has not queued its last line. So a GUI that has read the bestmove finds the session idle, though the task's
 * thread may still have to return. */
bool session_busy(const Session *s);

/* Waits until the task's thread is done with the searcher, which may be touched then. Quick after the last line. */
void session_settle(Session *s);

/* Stops the task, if any, and waits until its last line is queued. */
void session_end_task(Session *s);

/* Lets a task that ends by itself do so, and stops any other one. Returns early when the reader is gone. */
void session_finish_task(Session *s);

/* These start a task, from an idle session. */
void session_search(Session *s, const SearchLimits *limits);
void session_perft(Session *s, int depth);
void session_bench(Session *s, const BenchRequest *request);

void session_ponderhit(Session *s);

typedef enum {
    EVENT_INPUT,      /* reading will not block */
    EVENT_TASK,       /* a task may have ended */
    EVENT_READER_GONE /* nobody reads the output any more: there is no reason to go on */
} Event;

/* Sleeps until one of these happens; a negative `input_fd` has no input. */
Event session_wait(Session *s, int input_fd);

#endif
