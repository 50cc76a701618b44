/* Asks an engine about single positions, each as if it were the first: for suites, analysis and setup turns. Every wait has a deadline,
 * and an engine that fails is ended and started anew for the next position. */
#ifndef CIERZO_KIT_EXAMINER_H
#define CIERZO_KIT_EXAMINER_H

#include <getopt.h>
#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"
#include "kit/client.h"

enum { EXAMINER_MAX = 8, EXAMINER_MAX_OPTIONS = 32, EXAMINER_ERROR_SIZE = 256 };

/* An engine as the command line describes it; the strings are those of argv. */
typedef struct {
    const char *command;
    const char *options[EXAMINER_MAX_OPTIONS]; /* Name=Value */
    int option_count;
} ExaminerEngine;

typedef struct {
    ExaminerEngine common; /* options given before any engine: for all */
    ExaminerEngine engines[EXAMINER_MAX];
    int engine_count;
    int64_t movetime, nodes; /* of a position; 0: not given */
    int depth;
    int64_t patience; /* ms that an answer without movetime may take; 0: a day */
} ExaminerSpec;

/* The rows of a getopt_long table for what stands in ExaminerSpec, and the codes that these options return. */
enum { EXAMINER_ENGINE = 1000, EXAMINER_OPTION, EXAMINER_MOVETIME, EXAMINER_NODES, EXAMINER_DEPTH };
/* clang-format off */
#define EXAMINER_OPTIONS \
    {"engine", required_argument, NULL, EXAMINER_ENGINE}, {"option", required_argument, NULL, EXAMINER_OPTION}, \
    {"movetime", required_argument, NULL, EXAMINER_MOVETIME}, {"nodes", required_argument, NULL, EXAMINER_NODES}, \
    {"depth", required_argument, NULL, EXAMINER_DEPTH}
/* clang-format on */

/* Stores the value of the option with that code; false, with the reason in `error`, when the value is wrong. */
bool examiner_take(ExaminerSpec *s, int code, const char *value, char error[static EXAMINER_ERROR_SIZE]);
/* The limits as arguments of `go`; a second of time where none is given. */
void examiner_limits(const ExaminerSpec *s, char *out, size_t size);

typedef struct {
    const ExaminerSpec *spec;
    const ExaminerEngine *engine;
    Client *client; /* NULL: not running */
    const Variant *variant;
    char error[EXAMINER_ERROR_SIZE]; /* of the last thing that failed */
} Examiner;

/* Engine `index` of the command line, not running yet. It is started by the first question, and again after a failure. */
Examiner examiner_open(const ExaminerSpec *spec, int index);
void examiner_close(Examiner *e);

/* Has the engine clear its memory (`ucinewgame`), sends the position and `go` with these arguments, and waits for the answer; `heard`, where
 * not NULL, gets the info lines (client_go). True: *best is a legal move. False: the reason is in `error`, and the engine was ended. */
bool examiner_ask(Examiner *e, const Position *p, const char *go, ClientReply *reply, Move *best,
                  void (*heard)(void *context, const ClientInfo *info, const char *line), void *context);

/* Asks for `go perft depth`; *nodes is the count. False as above. */
bool examiner_perft(Examiner *e, const Position *p, int depth, uint64_t *nodes);

/* Sends a position, which need not be a legal one, with `move` played in it where that is not NULL, and then `d`. *refused: an `info string
 * error` came; `fen`: what the line `Fen: ` of `d` says, empty without one. False as above. */
bool examiner_place(Examiner *e, const Variant *v, const char *position, const char *move, bool *refused, char *fen,
                    size_t size);

#endif
