/* Both pipes are polled, without blocking: what the child says is taken in also while it is written to, so that neither can hold up the
 * other. What a child may say is bounded in bytes, how long it may take in time, and nothing else is trusted.
 *
 * fork and exec rather than posix_spawn, which cannot ask the kernel to kill the child when its parent dies. */
#define _GNU_SOURCE /* pipe2, vasprintf */
#include "kit/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "engine/clamp.h"
#include "engine/clock.h"

enum { ONE_READ = 1 << 16, REAP_STEP_MS = 5 };

struct Child {
    pid_t pid;
    int to, from; /* the child's standard input and output */
    int interrupt;
    void (*told)(void *context, bool to_child, const char *line);
    void *told_context;
    char *text; /* from the last line handed out to the last byte taken in */
    size_t begin, end, room;
    size_t searched; /* up to here there is no end of line */
    size_t said;     /* bytes since the last line sent */
    int64_t read_at; /* when the last byte was taken in, microseconds */
    bool gone;
};

/* For poll: 0 when it is over, at most a thousand seconds at a time. */
static int left_ms(int64_t deadline) {
    int64_t left = deadline - clock_now_ms();
    return (int)clamp(left, 0, 1000000);
}

/* ---- the process ---- */

/* The arguments for execvp, to be freed as one block: the words of the command, or a shell and the whole command where it has characters
 * that mean something to a shell. */
static char **split_command(const char *command) {
    size_t length = strlen(command);
    char **argv = calloc(1, (length / 2 + 5) * sizeof *argv + length + 1);
    if (!argv) return NULL;
    char *text = strcpy((char *)(argv + length / 2 + 5), command);
    if (strpbrk(command, "|&;<>()$`\\\"'*?[]#~=%!{}\n")) {
        static char shell[] = "/bin/sh", option[] = "-c";
        memcpy(argv, (char *[]){shell, option, text}, 3 * sizeof *argv);
        return argv;
    }
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) argv[count++] = word;
    return argv;
}

typedef struct {
    char **argv;
    const char *directory;
    int in, out, error; /* become 0, 1 and 2 */
    int failure;        /* gets the errno when exec fails */
    pid_t parent;
} Launch;

/* Runs between fork and exec in a program with threads: only async-signal-safe calls, and execvp, which does not allocate in glibc. */
static _Noreturn void become(const Launch *l) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != l->parent) _exit(127); /* the parent died before the prctl */
#endif
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(l->in, STDIN_FILENO) >= 0 && dup2(l->out, STDOUT_FILENO) >= 0 && dup2(l->error, STDERR_FILENO) >= 0 &&
        (!l->directory || chdir(l->directory) == 0))
        execvp(l->argv[0], l->argv);
    int reason = errno;
    if (write(l->failure, &reason, sizeof reason) < 0) _exit(126);
    _exit(127);
}

/* The child's process id once it runs the program, -1 with errno when it does not: exec closes the pipe `told`, a failure writes errno to
 * it. */
static pid_t launch(Launch *l) {
    int told[2], reason;
    if (pipe2(told, O_CLOEXEC)) return -1;
    l->failure = told[1];
    l->parent = getpid();
    pid_t pid = fork();
    if (pid == 0) become(l);
    close(told[1]);
    ssize_t count;
    while (pid > 0 && (count = read(told[0], &reason, sizeof reason)) < 0 && errno == EINTR) {}
    close(told[0]);
    if (pid <= 0 || count == 0) return pid;
    waitpid(pid, NULL, 0);
    errno = count == (ssize_t)sizeof reason ? reason : EIO;
    return -1;
}

static void close_all(const int *files, int count) {
    for (int i = 0; i < count; i++)
        if (files[i] >= 0) close(files[i]);
}

/* Makes the pipes and starts; false, with nothing left open, when that fails. */
static bool connect_and_launch(Child *c, Launch *l, const char *stderr_path) {
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    l->error = open(stderr_path ? stderr_path : "/dev/null", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    c->pid = -1;
    if (l->error >= 0 && pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0) {
        l->in = in[0];
        l->out = out[1];
        c->pid = launch(l);
    }
    int reason = errno;
    close_all((int[]){l->error, in[0], out[1]}, 3);
    c->to = in[1];
    c->from = out[0];
    if (c->pid > 0 && fcntl(c->to, F_SETFL, O_NONBLOCK) == 0 && fcntl(c->from, F_SETFL, O_NONBLOCK) == 0) return true;
    close_all((int[]){c->to, c->from}, 2);
    errno = reason;
    return false;
}

Child *child_start(const char *command, const char *directory, const char *stderr_path) {
    Child *c = calloc(1, sizeof *c);
    char **argv = split_command(command);
    signal(SIGPIPE, SIG_IGN); /* writing to a child that is gone is to fail, not to kill this program */
    Launch l = {.argv = argv, .directory = directory};
    bool started = c && argv && argv[0] && connect_and_launch(c, &l, stderr_path);
    int reason = errno;
    free(argv);
    if (started) c->interrupt = -1;
    if (started) return c;
    free(c);
    errno = reason;
    return NULL;
}

/* ---- from the child ---- */

/* Room for one read: moves what is left to the front, and grows the buffer when that is not enough. */
static bool room_for_read(Child *c) {
    if (c->room - c->end >= ONE_READ) return true;
    if (c->begin > 0) {
        memmove(c->text, c->text + c->begin, c->end - c->begin);
        c->end -= c->begin;
        c->searched -= c->begin;
        c->begin = 0;
    }
    if (c->room - c->end >= ONE_READ) return true;
    char *larger = realloc(c->text, 2 * c->room + ONE_READ);
    if (!larger) return false;
    c->text = larger;
    c->room = 2 * c->room + ONE_READ;
    return true;
}

/* One read of what the pipe holds. */
static ChildStatus take_in(Child *c) {
    if (c->end - c->begin > CHILD_LINE_MAX || c->said > CHILD_FLOOD_BYTES || !room_for_read(c)) return CHILD_FLOOD;
    ssize_t count = read(c->from, c->text + c->end, ONE_READ);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return CHILD_OK;
    if (count <= 0) return c->gone = true, CHILD_GONE;
    c->read_at = clock_now_us();
    c->end += (size_t)count;
    c->said += (size_t)count;
    return CHILD_OK;
}

/* A whole line out of the buffer, or NULL. */
static const char *whole_line(Child *c) {
    char *newline = c->searched < c->end ? memchr(c->text + c->searched, '\n', c->end - c->searched) : NULL;
    if (!newline) return c->searched = c->end, NULL;
    char *line = c->text + c->begin;
    c->begin = c->searched = (size_t)(newline - c->text) + 1;
    *newline = '\0';
    if (newline > line && newline[-1] == '\r') newline[-1] = '\0';
    return line;
}

void child_interrupt(Child *c, int file) { c->interrupt = file; }

void child_trace(Child *c, void (*told)(void *context, bool to_child, const char *line), void *context) {
    c->told = told;
    c->told_context = context;
}

ChildStatus child_line(Child *c, int64_t deadline, const char **line) {
    for (;;) {
        if ((*line = whole_line(c))) {
            if (c->told) c->told(c->told_context, false, *line);
            return CHILD_OK;
        }
        struct pollfd both[] = {{.fd = c->from, .events = POLLIN}, {.fd = c->interrupt, .events = POLLIN}};
        int ready = poll(both, 2, left_ms(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready > 0 && both[1].revents) return CHILD_INTERRUPTED;
        if (ready <= 0 && clock_now_ms() >= deadline) return CHILD_TIMEOUT;
        /* What is in the pipe is read after the deadline too: it may have been said in time. The bound on bytes ends this. */
        ChildStatus status = ready > 0 ? take_in(c) : CHILD_OK;
        if (status != CHILD_OK) return status;
    }
}

const char *child_unfinished(const Child *c, size_t *count) {
    *count = c->end - c->begin;
    return *count ? c->text + c->begin : "";
}

int64_t child_heard_us(const Child *c) { return c->read_at; }

bool child_is_gone(const Child *c) { return c->gone; }

/* ---- to the child ---- */

/* Waits until the child can be written to, taking in what it says; false when it is gone, floods, or the time is over. */
static bool wait_for_reader(Child *c, int64_t deadline) {
    bool full = c->end - c->begin > CHILD_LINE_MAX;
    struct pollfd both[] = {{.fd = c->to, .events = POLLOUT}, {.fd = full ? -1 : c->from, .events = POLLIN}};
    int ready = poll(both, 2, left_ms(deadline));
    if (ready < 0) return errno == EINTR;
    if (ready == 0) return clock_now_ms() < deadline;
    if (both[1].revents && take_in(c) != CHILD_OK) return false;
    return true;
}

static bool write_whole_line(Child *c, int64_t deadline, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(c->to, bytes, count);
        if (written < 0 && errno == EAGAIN) {
            if (!wait_for_reader(c, deadline)) return false;
        } else if (written < 0 && errno != EINTR) {
            return c->gone = true, false;
        } else if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

bool child_send(Child *c, int64_t deadline, const char *format, va_list arguments) {
    char *line = NULL;
    int length = vasprintf(&line, format, arguments);
    if (length < 0) return false;
    if (c->told) c->told(c->told_context, true, line);
    line[length] = '\n'; /* in place of the NUL, so that a line is one write */
    c->said = 0;
    bool sent = write_whole_line(c, deadline, line, (size_t)length + 1);
    free(line);
    return sent;
}

/* ---- the end ---- */

static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Throws away what the child still says: one that writes to a full pipe would never come to its end. */
static void pass_over(Child *c) {
    c->begin = c->end = c->searched = c->said = 0;
    struct pollfd output = {.fd = c->gone ? -1 : c->from, .events = POLLIN};
    if (poll(&output, 1, REAP_STEP_MS) > 0 && take_in(c) == CHILD_GONE && !has_ended(c->pid)) poll(NULL, 0, REAP_STEP_MS);
}

void child_end(Child *c, int64_t deadline) {
    if (!c) return;
    close(c->to);
    while (!has_ended(c->pid) && clock_now_ms() < deadline) pass_over(c);
    kill(-c->pid, SIGKILL); /* before reaping, while the id cannot be another's; the group may hold more than the child */
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
    close(c->from);
    free(c->text);
    free(c);
}
