/* Any engine that speaks UCI or UGI with protocol.md's notation, as a child process (kit/child.h). One thread a client. */
#ifndef CIERZO_KIT_CLIENT_H
#define CIERZO_KIT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/note.h"

typedef struct Client Client;

/* How a wait ended: the cases of ChildStatus. */
typedef enum {
    CLIENT_OK,
    CLIENT_TIMEOUT, /* nothing by the deadline */
    CLIENT_GONE,    /* the engine has ended or closed its output */
    CLIENT_FLOOD,   /* more output than any engine has to say */
    CLIENT_INTERRUPTED
} ClientStatus;

typedef enum { CLIENT_UCI, CLIENT_UGI } ClientDialect;

enum { CLIENT_MOVE_SIZE = 64, CLIENT_PV_SIZE = 1024, CLIENT_LAST_SIZE = 80 };

/* Deadlines are moments of clock_now_ms. */

/* As child_start. */
Client *client_start(const char *command, const char *directory, const char *stderr_path);
/* As child_interrupt and child_trace. */
void client_interrupt(Client *c, int file);
void client_trace(Client *c, void (*told)(void *context, bool to_child, const char *line), void *context);

/* Sends `quit`, gives the engine a second to obey, kills its whole process group, and frees. NULL is fine. */
void client_stop(Client *c);

/* Writes a line; false when the engine is gone or does not read until `deadline`. */
__attribute__((format(printf, 3, 4))) bool client_send(Client *c, int64_t deadline, const char *format, ...);

/* The next line without its end, valid until the next call. */
ClientStatus client_line(Client *c, int64_t deadline, const char **line);

/* Sends `uci` or `ugi` and waits for `uciok` or `ugiok`; keeps the name and the options announced. */
ClientStatus client_handshake(Client *c, ClientDialect dialect, int64_t deadline);
const char *client_name(const Client *c); /* the `id name`, or "" */
/* Whether an option of that name was announced; upper and lower case are the same. */
bool client_has_option(const Client *c, const char *name);
/* Sends `setoption`; a button has no value: "". False as client_send. */
bool client_set_option(Client *c, int64_t deadline, const char *name, const char *value);

/* Sends `isready` and waits for `readyok`. */
ClientStatus client_ready(Client *c, int64_t deadline);
/* How many lines `bestmove` client_ready has met: answers that nothing had asked for. */
int client_strays(const Client *c);

/* What an `info` line says; of a reply, the last one with a score for the first line (multipv 1). */
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
    int64_t elapsed;  /* ms from the `go` sent to the `bestmove` read, or to the end of the wait */
    int64_t began_us; /* when `go` was sent: client_await's own */
} ClientReply;

/* Sends `go` and its arguments and waits for `bestmove`. `heard`, where not NULL, is given each info line that has a depth as it comes,
 * parsed, with `line` whole. */
ClientStatus client_go(Client *c, const char *arguments, int64_t deadline, ClientReply *reply,
                       void (*heard)(void *context, const ClientInfo *info, const char *line), void *context);
/* Goes on waiting after client_go, or this, has come to CLIENT_TIMEOUT; `reply` must be the same one. */
ClientStatus client_await(Client *c, int64_t deadline, ClientReply *reply,
                          void (*heard)(void *context, const ClientInfo *info, const char *line), void *context);

/* What the engine has said last since `go`, cut to fit: for telling people why there was no `bestmove`. */
typedef enum { CLIENT_NOTHING, CLIENT_LINE, CLIENT_UNFINISHED_LINE } ClientOutput;
ClientOutput client_last_output(const Client *c, char out[static CLIENT_LAST_SIZE]);

/* Score, depth, time and nodes, for the side to move. */
Note client_note(const ClientInfo *info);

#endif
