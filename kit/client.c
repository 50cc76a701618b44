/* A child between two pipes. Both are polled, without blocking: what the child says is taken in also while it is written to, so that
 * neither can hold up the other. What a child may say is bounded in bytes, how long it may take in time, and nothing else is trusted.
 *
 * fork and exec rather than posix_spawn, for the one call that posix_spawn does not have: the child is to die with who started it, also
 * when that is killed and can do nothing more about it. */
#define _GNU_SOURCE /* pipe2, vasprintf, strcasecmp */
#include "kit/client.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { ONE_READ = 1 << 16, QUIT_MS = 1000, REAP_STEP_MS = 5 };

struct Client {
    pid_t pid;
    int to, from; /* the child's standard input and output */
    int interrupt;
    void (*told)(void *context, bool to_child, const char *line);
    void *told_context;
    ClientDialect dialect;
    char *text; /* said and not handed out, and the line handed out last before it */
    size_t begin, end, room;
    size_t searched; /* up to here there is no end of line */
    size_t said;     /* bytes since the last thing sent */
    int64_t read_at; /* when the last of them came, microseconds */
    bool gone;
    int strays;
    char *name;
    char **options;
    size_t option_count;
};

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t client_now_ms(void) { return now_us() / 1000; }

static int left_ms(int64_t deadline) {
    int64_t left = deadline - client_now_ms();
    return left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left;
}

/* ---- the process ---- */

/* The words of a command without shell characters, in one block with their array; the whole for a shell where it has some. */
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
    int failure;        /* told the errno when there is no program */
    pid_t parent;
} Launch;

/* Between fork and exec, so only what signal handlers may call, and execvp, which allocates nothing here. */
static _Noreturn void become(const Launch *l) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != l->parent) _exit(127); /* too late to be told */
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

/* The child's number once it runs the program, -1 when it does not come to that. */
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
static bool start(Client *c, Launch *l, const char *stderr_path) {
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

Client *client_start(const char *command, const char *directory, const char *stderr_path) {
    Client *c = calloc(1, sizeof *c);
    char **argv = split_command(command);
    signal(SIGPIPE, SIG_IGN); /* a child that is gone is an answer, not the end of who asked */
    Launch l = {.argv = argv, .directory = directory};
    bool started = c && argv && argv[0] && start(c, &l, stderr_path);
    int reason = errno;
    free(argv);
    if (started) c->interrupt = -1;
    if (started) return c;
    free(c);
    errno = reason;
    return NULL;
}

/* ---- from the child ---- */

/* Moves what is left to the front when the back is short of room, and grows. */
static bool make_room(Client *c) {
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

/* One read of what is there. */
static ClientStatus take_in(Client *c) {
    if (c->end - c->begin > CLIENT_LINE_MAX || c->said > CLIENT_FLOOD_BYTES || !make_room(c)) return CLIENT_FLOOD;
    ssize_t count = read(c->from, c->text + c->end, ONE_READ);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return CLIENT_OK;
    if (count <= 0) return c->gone = true, CLIENT_GONE;
    c->read_at = now_us();
    c->end += (size_t)count;
    c->said += (size_t)count;
    return CLIENT_OK;
}

/* A whole line that is there already, or NULL. */
static const char *buffered_line(Client *c) {
    char *newline = c->searched < c->end ? memchr(c->text + c->searched, '\n', c->end - c->searched) : NULL;
    if (!newline) return c->searched = c->end, NULL;
    char *line = c->text + c->begin;
    c->begin = c->searched = (size_t)(newline - c->text) + 1;
    *newline = '\0';
    if (newline > line && newline[-1] == '\r') newline[-1] = '\0';
    return line;
}

void client_interrupt(Client *c, int file) { c->interrupt = file; }

void client_trace(Client *c, void (*told)(void *context, bool to_child, const char *line), void *context) {
    c->told = told;
    c->told_context = context;
}

ClientStatus client_line(Client *c, int64_t deadline, const char **line) {
    for (;;) {
        if ((*line = buffered_line(c))) {
            if (c->told) c->told(c->told_context, false, *line);
            return CLIENT_OK;
        }
        struct pollfd both[] = {{.fd = c->from, .events = POLLIN}, {.fd = c->interrupt, .events = POLLIN}};
        int ready = poll(both, 2, left_ms(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready > 0 && both[1].revents) return CLIENT_INTERRUPTED;
        if (ready <= 0 && client_now_ms() >= deadline) return CLIENT_TIMEOUT;
        /* After the deadline too what is there is read: it may have been said in time. The bound on bytes ends this. */
        ClientStatus status = ready > 0 ? take_in(c) : CLIENT_OK;
        if (status != CLIENT_OK) return status;
    }
}

/* ---- to the child ---- */

/* Waits until it reads, hearing it meanwhile; false when it is gone, says too much, or the time is over. */
static bool wait_for_reader(Client *c, int64_t deadline) {
    bool full = c->end - c->begin > CLIENT_LINE_MAX;
    struct pollfd both[] = {{.fd = c->to, .events = POLLOUT}, {.fd = full ? -1 : c->from, .events = POLLIN}};
    int ready = poll(both, 2, left_ms(deadline));
    if (ready < 0) return errno == EINTR;
    if (ready == 0) return client_now_ms() < deadline;
    if (both[1].revents && take_in(c) != CLIENT_OK) return false;
    return true;
}

static bool write_all(Client *c, int64_t deadline, const char *bytes, size_t count) {
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

bool client_send(Client *c, int64_t deadline, const char *format, ...) {
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) return false;
    if (c->told) c->told(c->told_context, true, line);
    line[length] = '\n'; /* in place of the NUL: one write a line */
    c->said = 0;
    bool sent = write_all(c, deadline, line, (size_t)length + 1);
    free(line);
    return sent;
}

static ClientStatus unsent(const Client *c) { return c->gone ? CLIENT_GONE : CLIENT_TIMEOUT; }

/* ---- the end ---- */

static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid;
}

/* Hears the child out, so that a last word does not block it. */
static void pass_over(Client *c) {
    c->begin = c->end = c->searched = c->said = 0;
    struct pollfd output = {.fd = c->gone ? -1 : c->from, .events = POLLIN};
    if (poll(&output, 1, REAP_STEP_MS) > 0 && take_in(c) == CLIENT_GONE && !has_ended(c->pid)) poll(NULL, 0, REAP_STEP_MS);
}

void client_stop(Client *c) {
    if (!c) return;
    int64_t end = client_now_ms() + QUIT_MS;
    client_send(c, end, "quit");
    close(c->to);
    while (!has_ended(c->pid) && client_now_ms() < end) pass_over(c);
    kill(-c->pid, SIGKILL); /* not reaped yet, so the number is still its own; the group may hold more than the child */
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
    close(c->from);
    for (size_t i = 0; i < c->option_count; i++) free(c->options[i]);
    free(c->options);
    free(c->name);
    free(c->text);
    free(c);
}

/* ---- words ---- */

static const char *skip_space(const char *s) {
    while (isspace((unsigned char)*s)) s++;
    return s;
}

/* The next word into `word`, cut to `size`; what is behind it. An empty word at the end. */
static const char *next_word(const char *s, char *word, size_t size) {
    size_t length = 0;
    for (s = skip_space(s); *s && !isspace((unsigned char)*s); s++)
        if (length + 1 < size) word[length++] = *s;
    word[length] = '\0';
    return s;
}

static bool first_word_is(const char *line, const char *word) {
    char first[32];
    next_word(line, first, sizeof first);
    return strcmp(first, word) == 0;
}

/* ---- the handshake ---- */

static void keep_name(Client *c, const char *rest) {
    char word[8];
    rest = next_word(rest, word, sizeof word);
    if (strcmp(word, "name") != 0) return;
    char *name = strdup(skip_space(rest));
    if (!name) return;
    free(c->name);
    c->name = name;
}

/* The name ends at the word `type`. */
static void keep_option(Client *c, const char *rest) {
    char word[8];
    rest = skip_space(next_word(rest, word, sizeof word));
    const char *type = strstr(rest, " type ");
    char **more = strcmp(word, "name") == 0 ? realloc(c->options, (c->option_count + 1) * sizeof *more) : NULL;
    if (!more) return;
    c->options = more;
    char *name = type ? strndup(rest, (size_t)(type - rest)) : strdup(rest);
    if (name) c->options[c->option_count++] = name;
}

ClientStatus client_handshake(Client *c, ClientDialect dialect, int64_t deadline) {
    c->dialect = dialect;
    const char *line, *done = dialect == CLIENT_UGI ? "ugiok" : "uciok";
    if (!client_send(c, deadline, "%s", dialect == CLIENT_UGI ? "ugi" : "uci")) return unsent(c);
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        char word[16];
        const char *rest = next_word(line, word, sizeof word);
        if (strcmp(word, done) == 0) return CLIENT_OK;
        if (strcmp(word, "id") == 0) keep_name(c, rest);
        if (strcmp(word, "option") == 0) keep_option(c, rest);
    }
    return status;
}

const char *client_name(const Client *c) { return c->name ? c->name : ""; }

bool client_has_option(const Client *c, const char *name) {
    for (size_t i = 0; i < c->option_count; i++)
        if (strcasecmp(c->options[i], name) == 0) return true;
    return false;
}

ClientStatus client_ready(Client *c, int64_t deadline) {
    if (!client_send(c, deadline, "isready")) return unsent(c);
    const char *line;
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        if (first_word_is(line, "readyok")) return CLIENT_OK;
        c->strays += first_word_is(line, "bestmove");
    }
    return status;
}

int client_strays(const Client *c) { return c->strays; }

/* ---- a turn ---- */

static const char *next_number(const char *s, int64_t *number) {
    char word[32], *end;
    const char *rest = next_word(s, word, sizeof word);
    long long value = strtoll(word, &end, 10);
    if (end == word || *end) return s; /* not a number: it may be a word of its own */
    *number = value;
    return rest;
}

static int to_int(int64_t n) { return n > 1000000000 ? 1000000000 : n < -1000000000 ? -1000000000 : (int)n; }

/* Turns from the plies that UGI counts, rounded away from zero. */
static int turns_of(int plies) { return plies > 0 ? (plies + 1) / 2 : -((1 - plies) / 2); }

static const char *read_score(const char *s, ClientInfo *info, ClientDialect dialect) {
    char kind[8];
    int64_t number = 0;
    const char *rest = next_word(s, kind, sizeof kind), *behind;
    if (strcmp(kind, "cp") != 0 && strcmp(kind, "mate") != 0) return s;
    if ((behind = next_number(rest, &number)) == rest) return rest;
    info->has_score = true;
    info->mate = kind[0] == 'm';
    info->score = to_int(number);
    if (info->mate && dialect == CLIENT_UGI) info->score = turns_of(info->score);
    return behind;
}

static void read_pv(const char *s, char *out, size_t size) {
    size_t length = strlen(s = skip_space(s));
    if (length >= size) /* cut between moves */
        for (length = size - 1; length > 0 && !isspace((unsigned char)s[length]);) length--;
    while (length > 0 && isspace((unsigned char)s[length - 1])) length--;
    memcpy(out, s, length);
    out[length] = '\0';
}

/* What an info line says behind its first word; `line` its number in a multipv. */
static void read_info(const char *s, ClientDialect dialect, ClientInfo *info, int64_t *line) {
    char word[16];
    int64_t depth = 0, seldepth = 0, nodes = 0, nps = 0, time = 0;
    *info = (ClientInfo){0};
    *line = 1;
    for (s = next_word(s, word, sizeof word); *word && strcmp(word, "string") != 0; s = next_word(s, word, sizeof word)) {
        if (strcmp(word, "pv") == 0) {
            read_pv(s, info->pv, sizeof info->pv);
            break;
        }
        if (strcmp(word, "score") == 0) s = read_score(s, info, dialect);
        if (strcmp(word, "depth") == 0) s = next_number(s, &depth);
        if (strcmp(word, "seldepth") == 0) s = next_number(s, &seldepth);
        if (strcmp(word, "nodes") == 0) s = next_number(s, &nodes);
        if (strcmp(word, "nps") == 0) s = next_number(s, &nps);
        if (strcmp(word, "time") == 0) s = next_number(s, &time);
        if (strcmp(word, "multipv") == 0) s = next_number(s, line);
    }
    info->depth = to_int(depth);
    info->seldepth = to_int(seldepth);
    info->nodes = nodes > 0 ? (uint64_t)nodes : 0;
    info->nps = nps > 0 ? (uint64_t)nps : 0;
    info->time = time;
}

ClientStatus client_go(Client *c, const char *arguments, int64_t deadline, ClientReply *reply,
                       void (*heard)(void *context, const ClientInfo *info, const char *line), void *context) {
    *reply = (ClientReply){0};
    int64_t began = now_us();
    if (!client_send(c, deadline, "go %s", arguments)) return unsent(c);
    const char *line;
    ClientStatus status;
    while ((status = client_line(c, deadline, &line)) == CLIENT_OK) {
        char word[16];
        const char *rest = next_word(line, word, sizeof word);
        if (strcmp(word, "bestmove") == 0) {
            next_word(rest, reply->move, sizeof reply->move);
            break;
        }
        if (strcmp(word, "info") != 0) continue;
        ClientInfo info;
        int64_t number;
        read_info(rest, c->dialect, &info, &number);
        if (info.has_score && number == 1) reply->info = info;
        if (heard && info.depth > 0) heard(context, &info, line);
    }
    reply->elapsed = ((status == CLIENT_OK ? c->read_at : now_us()) - began) / 1000;
    return status;
}
