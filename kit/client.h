/* Any engine that speaks UCI or UGI with protocol.md's notation, as a child process spoken to by lines. One thread a client; every
 * wait has a deadline, and whatever the child does (crash, hang, garbage, a flood without a newline, a closed pipe) is an answer here. */
#ifndef CIERZO_KIT_CLIENT_H
#define CIERZO_KIT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

/* Deadlines are moments of client_now_ms. */

typedef struct Client Client;

typedef enum {
    CLIENT_OK,
    CLIENT_TIMEOUT, /* nothing by the deadline */
    CLIENT_GONE,    /* the child ended or closed its output */
    CLIENT_FLOOD, /* more output than any engine has to say: more than CLIENT_FLOOD_BYTES to one question, or a line without end */
    CLIENT_INTERRUPTED /* see client_interrupt */
} ClientStatus;

typedef enum { CLIENT_UCI, CLIENT_UGI } ClientDialect;

enum { CLIENT_FLOOD_BYTES = 64 << 20, CLIENT_LINE_MAX = 1 << 20, CLIENT_MOVE_SIZE = 64, CLIENT_PV_SIZE = 1024 };

/* Milliseconds of a clock that never goes back. */
int64_t client_now_ms(void);

/* Starts `command` (words as a shell splits them, run without a shell where it has no shell characters) in a process group of its own, in
 * `directory` (NULL: here; `command` is looked for from there); its standard error goes to `stderr_path`, appended (NULL: nowhere). NULL,
 * with the reason in errno, when it cannot be started. The child does not outlive the thread that starts it, so that must last as long as
 * the client. From the first call on the program ignores SIGPIPE. */
Client *client_start(const char *command, const char *directory, const char *stderr_path);

/* From now on every wait for a line ends with CLIENT_INTERRUPTED while `file` has something to read. -1, as at the start: nothing. */
void client_interrupt(Client *c, int file);

/* From now on `told` is given every line sent to the child and every line handed out from it. */
void client_trace(Client *c, void (*told)(void *context, bool to_child, const char *line), void *context);

/* `quit`, a second to obey, then SIGKILL for the whole group; frees. Never blocks longer. NULL is fine. */
void client_stop(Client *c);

/* Writes a line; false when the child is gone or does not read until `deadline`. printf's formats. */
__attribute__((format(printf, 3, 4))) bool client_send(Client *c, int64_t deadline, const char *format, ...);

/* The next line without its end, valid until the next call. */
ClientStatus client_line(Client *c, int64_t deadline, const char **line);

/* `uci` or `ugi` until the answer; the id goes to client_name. */
ClientStatus client_handshake(Client *c, ClientDialect dialect, int64_t deadline);
const char *client_name(const Client *c); /* the `id name`, or "" */
/* Whether an option of that name was announced (case folded). */
bool client_has_option(const Client *c, const char *name);

/* `isready` until `readyok`. */
ClientStatus client_ready(Client *c, int64_t deadline);
/* How many times client_ready has passed over a `bestmove` that nothing had asked for. */
int client_strays(const Client *c);

/* The last `info` with a score of the first line, as it stood when `bestmove` came. */
typedef struct {
    bool has_score, mate; /* cp or mate, for the side to move; bounds count */
    int score;            /* mate in own turns, also from UGI engines, which count plies */
    int depth, seldepth;
    uint64_t nodes, nps;
    int64_t time; /* ms as the engine says */
    char pv[CLIENT_PV_SIZE];
} ClientInfo;

typedef struct {
    char move[CLIENT_MOVE_SIZE]; /* the word behind bestmove, cut to fit */
    ClientInfo info;
    int64_t elapsed; /* ms from the `go` sent to the `bestmove` read */
} ClientReply;

/* Sends `go` and its arguments and waits for `bestmove`. `heard`, where not NULL, is given each info line that has a depth as it comes,
 * parsed, with `line` whole. */
ClientStatus client_go(Client *c, const char *arguments, int64_t deadline, ClientReply *reply,
                       void (*heard)(void *context, const ClientInfo *info, const char *line), void *context);

#endif
