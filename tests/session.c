#define _GNU_SOURCE /* pipe2, vasprintf */
#include "tests/session.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/clock.h"

extern char **environ;

enum { MAX_ARGUMENTS = 8, ONE_READ = 1 << 16 };

/* ---- the process ---- */

const char *talk_program(void) {
    const char *program = getenv("CIERZO");
    return program && *program ? program : "./cierzo";
}

Talk talk_start(const char *const *arguments) {
    int in[2], out[2];
    cr_assert(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    /* An engine that has ended shows as a missing line, not as the death of the test. */
    signal(SIGPIPE, SIG_IGN);

    char *argv[MAX_ARGUMENTS + 2] = {(char *)(uintptr_t)talk_program()};
    for (int i = 0; arguments && arguments[i] && i < MAX_ARGUMENTS; i++) argv[i + 1] = (char *)(uintptr_t)arguments[i];

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    Talk t = {.to = in[1], .from = out[0]};
    int failure = posix_spawn(&t.pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    cr_assert_eq(failure, 0, "cannot start %s: %s", argv[0], strerror(failure));
    close(in[0]);
    close(out[1]);
    return t;
}

Talk talk_open(const char *dialect) {
    Talk t = talk_start(NULL);
    talk_send(&t, "%s", dialect);
    talk_expect(&t, "^%sok$", dialect);
    talk_ready(&t, NULL);
    return t;
}

void talk_close_input(Talk *t) {
    if (t->to >= 0) close(t->to);
    t->to = -1;
}

void talk_close_output(Talk *t) {
    if (t->from >= 0) close(t->from);
    t->from = -1;
}

/* Waits for the process with a guard. */
static int reap(pid_t pid) {
    int status;
    for (int64_t end = clock_now_ms() + TALK_GUARD_MS; clock_now_ms() < end;) {
        pid_t ended = waitpid(pid, &status, WNOHANG);
        if (ended == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        cr_assert(ended == 0 || errno == EINTR);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    kill(pid, SIGKILL);
    cr_assert_fail("the engine does not end");
    return -1;
}

int talk_end(Talk *t) {
    while (t->from >= 0 && talk_line(t, TALK_GUARD_MS)) {}
    int status = reap(t->pid);
    talk_close_input(t);
    talk_close_output(t);
    free(t->text);
    t->text = NULL;
    return status;
}

void talk_quit(Talk *t) {
    talk_send(t, "quit");
    cr_assert_eq(talk_end(t), 0, "exit status");
}

/* ---- to the engine ---- */

void talk_write(Talk *t, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(t->to, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        /* An engine that has ended: what is expected of it next will be missing. */
        if (written < 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static void send_list(Talk *t, const char *format, va_list arguments) {
    char *line = NULL;
    int length = vasprintf(&line, format, arguments);
    cr_assert(length >= 0);
    line[length] = '\n'; /* in place of the NUL: one write a line */
    talk_write(t, line, (size_t)length + 1);
    free(line);
}

void talk_send(Talk *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    send_list(t, format, arguments);
    va_end(arguments);
}

/* ---- from the engine ---- */

/* The first line of what is buffered, or NULL. */
static const char *buffered_line(Talk *t) {
    if (t->begin == t->end) return NULL;
    char *start = t->text + t->begin;
    char *newline = memchr(start, '\n', t->end - t->begin);
    if (!newline) return NULL;
    *newline = '\0';
    t->begin = (size_t)(newline - t->text) + 1;
    return start;
}

static void make_room(Talk *t) {
    if (t->begin > 0) {
        memmove(t->text, t->text + t->begin, t->end - t->begin);
        t->end -= t->begin;
        t->begin = 0;
    }
    if (t->room - t->end >= ONE_READ) return;
    t->room = 2 * t->room + ONE_READ;
    t->text = realloc(t->text, t->room);
    cr_assert(t->text);
}

const char *talk_line(Talk *t, int ms) {
    int64_t end = clock_now_ms() + ms;
    for (;;) {
        const char *line = buffered_line(t);
        if (line) return line;
        int64_t left = end - clock_now_ms();
        struct pollfd output = {.fd = t->from, .events = POLLIN};
        if (poll(&output, 1, left > 0 ? (int)left : 0) <= 0) {
            if (clock_now_ms() >= end) return NULL;
            continue;
        }
        make_room(t);
        ssize_t count = read(t->from, t->text + t->end, ONE_READ);
        if (count <= 0) return NULL;
        t->end += (size_t)count;
    }
}

static regex_t compile(const char *regex) {
    regex_t compiled;
    cr_assert_eq(regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB), 0, "not a regular expression: %s", regex);
    return compiled;
}

bool talk_matches(const char *line, const char *regex) {
    regex_t compiled = compile(regex);
    bool matches = regexec(&compiled, line, 0, NULL, 0) == 0;
    regfree(&compiled);
    return matches;
}

const char *talk_expect(Talk *t, const char *format, ...) {
    char regex[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(regex, sizeof regex, format, arguments);
    va_end(arguments);
    regex_t compiled = compile(regex);
    const char *line;
    while ((line = talk_line(t, TALK_GUARD_MS)) && regexec(&compiled, line, 0, NULL, 0) != 0) {}
    regfree(&compiled);
    if (!line) cr_assert_fail("no line /%s/", regex);
    return line;
}

void talk_forbid(Talk *t, const char *regex, int ms) {
    regex_t compiled = compile(regex);
    int64_t end = clock_now_ms() + ms;
    for (int64_t left; (left = end - clock_now_ms()) > 0;) {
        const char *line = talk_line(t, (int)left);
        if (line && regexec(&compiled, line, 0, NULL, 0) == 0) cr_assert_fail("unwanted: %s", line);
    }
    regfree(&compiled);
}

int talk_ready(Talk *t, const char *regex) {
    int count = 0;
    talk_send(t, "isready");
    for (;;) {
        const char *line = talk_line(t, TALK_GUARD_MS);
        if (!line) cr_assert_fail("no readyok");
        if (strcmp(line, "readyok") == 0) return count;
        count += !regex || talk_matches(line, regex);
    }
}

void talk_refused(Talk *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    send_list(t, format, arguments);
    va_end(arguments);
    talk_send(t, "isready");
    const char *line = talk_line(t, TALK_GUARD_MS);
    if (!line || !talk_matches(line, "^info string error: .{3,250}$")) cr_assert_fail("no error to %s but %s", format, line);
    line = talk_line(t, TALK_GUARD_MS);
    if (!line || strcmp(line, "readyok") != 0) cr_assert_fail("after the error to %s also %s", format, line);
}

void talk_silent(Talk *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    send_list(t, format, arguments);
    va_end(arguments);
    talk_send(t, "isready");
    const char *line = talk_line(t, TALK_GUARD_MS);
    if (!line || strcmp(line, "readyok") != 0) cr_assert_fail("%s is answered: %s", format, line);
}
