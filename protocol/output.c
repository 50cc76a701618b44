#include "protocol/output.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/clock.h"
#include "protocol/log.h"

/* At the end the reader is given up when it has taken nothing at so many looks in a row, this far apart. */
enum { PATIENCE_LOOKS = 10, LOOK_MS = 100 };

typedef struct Block {
    struct Block *next;
    Text lines;
} Block;

struct Output {
    int fd, wake_fd;
    pthread_t writer;
    pthread_mutex_t lock;   /* guards everything from `changed` to `log` */
    pthread_cond_t changed; /* the queue is not empty any more, or `closing` or `finished` was set */
    Block *first, **last;   /* the queue; *last is the NULL at its end */
    bool closing;           /* tells the writer to end once the queue is empty */
    bool finished;          /* the writer says so, with nothing left to do but return */
    Log log;
    atomic_bool gone;
    atomic_size_t written; /* bytes so far; relaxed, as it is only looked at for whether it has changed */
};

static void free_block(Block *b) {
    text_free(&b->lines);
    free(b);
}

/* In one write, unless the system takes only a part of it. False when the reader is gone. */
static bool write_line(Output *o, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(o->fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            /* Somebody who shares the descriptor has made it non-blocking. */
            struct pollfd room = {.fd = o->fd, .events = POLLOUT};
            poll(&room, 1, -1);
            continue;
        }
        if (written < 0) return false;
        bytes += written;
        count -= (size_t)written;
        atomic_fetch_add_explicit(&o->written, (size_t)written, memory_order_relaxed);
    }
    return true;
}

static bool write_block(Output *o, const Text *lines) {
    const char *at = lines->data, *end = at + lines->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;
        if (!write_line(o, at, (size_t)(next - at))) return false;
        at = next;
    }
    return true;
}

static void mark_gone(Output *o) {
    atomic_store(&o->gone, true);
    /* The write fails when the pipe is full, and then its reader is about to wake anyway. */
    ssize_t ignored = write(o->wake_fd, "", 1);
    (void)ignored;
}

/* Takes the first block off the queue, waiting for one; NULL when the output is closing and the queue is empty. */
static Block *take_block(Output *o) {
    pthread_mutex_lock(&o->lock);
    while (!o->first && !o->closing) pthread_cond_wait(&o->changed, &o->lock);
    Block *b = o->first;
    if (b) {
        o->first = b->next;
        if (!o->first) o->last = &o->first;
    } else {
        o->finished = true;
        pthread_cond_broadcast(&o->changed);
    }
    pthread_mutex_unlock(&o->lock);
    return b;
}

static void *writer_main(void *argument) {
    Output *o = argument;
    for (Block *b; (b = take_block(o));) {
        if (!output_gone(o) && !write_block(o, &b->lines)) mark_gone(o);
        free_block(b);
    }
    return NULL;
}

static void init_lock(Output *o) {
    pthread_mutex_init(&o->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&o->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

Output *output_create(int fd, int wake_fd) {
    Output *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    o->fd = fd;
    o->wake_fd = wake_fd;
    o->last = &o->first;
    o->log = LOG_CLOSED;
    init_lock(o);
    if (pthread_create(&o->writer, NULL, writer_main, o) != 0) {
        pthread_cond_destroy(&o->changed);
        pthread_mutex_destroy(&o->lock);
        free(o);
        return NULL;
    }
    return o;
}

static Block *new_block(Text *lines) {
    Block *b = malloc(sizeof *b);
    if (!b) abort();
    *b = (Block){.lines = *lines};
    *lines = (Text){0};
    return b;
}

/* The caller holds the lock. */
static void enqueue(Output *o, Block *b) {
    *o->last = b;
    o->last = &b->next;
    pthread_cond_broadcast(&o->changed);
}

static void report_lost_log(Output *o) {
    Text line = {0};
    text_add(&line, "info string error: writing the debug log failed, it is closed\n");
    enqueue(o, new_block(&line));
}

void output_block(Output *o, Text *lines) {
    if (lines->length == 0) {
        text_free(lines);
        return;
    }
    Block *b = new_block(lines);
    pthread_mutex_lock(&o->lock);
    /* Under the same lock, so that the log has the lines in the order of the output. */
    bool logged = log_lines(&o->log, "out", b->lines.data, b->lines.length);
    enqueue(o, b);
    if (!logged) report_lost_log(o);
    pthread_mutex_unlock(&o->lock);
}

static void queue_line(Output *o, const char *prefix, const char *format, va_list arguments) {
    Text line = {0};
    text_add(&line, "%s", prefix);
    text_add_list(&line, format, arguments);
    text_add(&line, "\n");
    output_block(o, &line);
}

void output_line(Output *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    queue_line(o, "", format, arguments);
    va_end(arguments);
}

void output_error(Output *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    queue_line(o, "info string error: ", format, arguments);
    va_end(arguments);
}

bool output_gone(const Output *o) { return atomic_load(&o->gone); }

const char *output_set_log(Output *o, const char *path) {
    pthread_mutex_lock(&o->lock);
    log_close(&o->log);
    const char *reason = *path ? log_open(&o->log, path) : NULL;
    pthread_mutex_unlock(&o->lock);
    return reason;
}

void output_log_input(Output *o, const char *line) {
    pthread_mutex_lock(&o->lock);
    if (!log_lines(&o->log, "in ", line, strlen(line))) report_lost_log(o);
    pthread_mutex_unlock(&o->lock);
}

/* Waits until the writer has emptied the queue. False when the reader has stopped taking anything. */
static bool wait_for_writer(Output *o) {
    size_t before = atomic_load_explicit(&o->written, memory_order_relaxed);
    pthread_mutex_lock(&o->lock);
    o->closing = true;
    pthread_cond_broadcast(&o->changed);
    for (int idle = 0; !o->finished && idle < PATIENCE_LOOKS;) {
        struct timespec next = clock_in_ms(LOOK_MS);
        if (pthread_cond_timedwait(&o->changed, &o->lock, &next) != ETIMEDOUT) continue;
        size_t now = atomic_load_explicit(&o->written, memory_order_relaxed);
        idle = now == before ? idle + 1 : 0;
        before = now;
    }
    bool finished = o->finished;
    pthread_mutex_unlock(&o->lock);
    return finished;
}

bool output_destroy(Output *o) {
    if (!wait_for_writer(o)) return false;
    pthread_join(o->writer, NULL);
    log_close(&o->log);
    pthread_cond_destroy(&o->changed);
    pthread_mutex_destroy(&o->lock);
    free(o);
    return true;
}
