#include "protocol/session.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

static bool open_wake_pipe(Session *s) {
    if (pipe(s->wake) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(s->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(s->wake[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void close_wake_pipe(Session *s) {
    close(s->wake[0]);
    close(s->wake[1]);
}

bool session_open(Session *s) {
    *s = (Session){.options = options_default()};
    Position start = position_start(s->options.variant);
    board_set(&s->board, &start);
    if (!open_wake_pipe(s)) return false;
    s->output = output_create(STDOUT_FILENO, s->wake[1]);
    s->search = s->output ? search_create(OPTION_HASH_MB) : NULL;
    if (s->search) return true;
    if (s->output) {
        output_error(s->output, "no memory to start with");
        output_destroy(s->output);
    }
    close_wake_pipe(s);
    return false;
}

bool session_close(Session *s) {
    session_end_task(s);
    if (!output_destroy(s->output)) return false;
    search_destroy(s->search);
    free(s->options.hash_file);
    close_wake_pipe(s);
    return true;
}

/* The task */

bool session_busy(const Session *s) { return s->task != TASK_NONE && !atomic_load(&s->answered); }

void session_settle(Session *s) {
    if (s->task == TASK_SEARCH) search_wait(s->search);
    if (s->task == TASK_JOB) job_destroy(s->job);
    s->task = TASK_NONE;
    s->job = NULL;
}

void session_end_task(Session *s) {
    if (s->task == TASK_SEARCH) search_stop(s->search);
    if (s->task == TASK_JOB) job_stop(s->job);
    session_settle(s);
}

void session_finish_task(Session *s) {
    bool ends = s->limited && !s->pondering;
    while (ends && session_busy(s) && session_wait(s, -1) != EVENT_READER_GONE) {}
    session_end_task(s);
}

/* Called from the task's thread with its last lines. */
static void answer(void *context, Text *lines) {
    Session *s = context;
    atomic_store(&s->answered, true);
    output_block(s->output, lines);
    /* The write fails when the pipe is full, and then the input loop is about to wake anyway. */
    ssize_t ignored = write(s->wake[1], "", 1);
    (void)ignored;
}

static void on_info(void *context, const SearchInfo *info) {
    Session *s = context;
    Text line = {0};
    report_info(&line, s->style, info);
    /* Once for each depth: at the end of a search its last lines are reported again, with the final counts. */
    if (s->style.show_claims && info->multipv == 1 && info->depth > s->claims_depth) {
        s->claims_depth = info->depth;
        report_claims(&line, &s->board, info);
    }
    output_block(s->output, &line);
}

static void on_done(void *context, Move best, Move ponder) {
    Session *s = context;
    Text line = {0};
    report_bestmove(&line, s->style, best, ponder);
    answer(s, &line);
}

static void begin_task(Session *s, SessionTask task, bool limited, bool pondering) {
    s->task = task;
    s->limited = limited;
    s->pondering = pondering;
    atomic_store(&s->answered, false);
}

void session_search(Session *s, const SearchLimits *limits) {
    s->style = (ReportStyle){.dialect = s->dialect,
                             .show_wdl = s->options.show_wdl,
                             .show_claims = s->options.show_claims,
                             .in_setup = position_in_setup(&s->board.position)};
    s->claims_depth = 0;
    begin_task(s, TASK_SEARCH, !limits->infinite, limits->ponder);
    search_start(s->search, &s->board.position, limits, &(SearchListener){on_info, on_done, s});
}

static void begin_job(Session *s, Job *job) {
    s->job = job;
    if (job) return;
    s->task = TASK_NONE;
    output_error(s->output, "no memory for another thread");
}

void session_perft(Session *s, int depth) {
    begin_task(s, TASK_JOB, true, false);
    begin_job(s, job_start_perft(&(JobHost){s->output, answer, s}, &s->board, depth));
}

void session_bench(Session *s, const BenchRequest *request) {
    begin_task(s, TASK_JOB, true, false);
    begin_job(s, job_start_bench(&(JobHost){s->output, answer, s}, request));
}

void session_ponderhit(Session *s) {
    if (s->task != TASK_SEARCH) return;
    s->pondering = false;
    search_ponderhit(s->search);
}

/* Waiting */

Event session_wait(Session *s, int input_fd) {
    /* Without events asked for, poll still reports errors: a pipe or socket whose other end is closed. */
    struct pollfd fds[] = {{.fd = STDOUT_FILENO}, {.fd = input_fd, .events = POLLIN}, {.fd = s->wake[0], .events = POLLIN}};
    if (poll(fds, sizeof fds / sizeof *fds, -1) < 0) return EVENT_TASK;
    if (fds[2].revents) {
        char bytes[64];
        ssize_t ignored = read(s->wake[0], bytes, sizeof bytes);
        (void)ignored;
    }
    if (output_gone(s->output) || fds[0].revents & (POLLERR | POLLHUP | POLLNVAL)) return EVENT_READER_GONE;
    return fds[1].revents ? EVENT_INPUT : EVENT_TASK;
}
