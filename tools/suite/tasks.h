/* Suites: files of positions with what is right about them, one a line, `#` comments aside:
 *
 *     VARIANT;POSITION;MOVE MOVE ...                      any of these moves is right
 *     VARIANT;POSITION;WINNING/LEGAL;[PLIES;]MOVE ...     the same; what only people read is passed over
 *     VARIANT;POSITION;D1 n;D2 n ...                      leaf counts
 *     VARIANT;POSITION;MOVE;POSITION                      where a move leads
 *     VARIANT;POSITION;MOVE                               a move to refuse: in a file whose moves are all illegal
 *     VARIANT;ok|refused;POSITION                         whether a position is one
 *
 * POSITION may be `startpos`. */
#ifndef CIERZO_TOOLS_SUITE_TASKS_H
#define CIERZO_TOOLS_SUITE_TASKS_H

#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"

typedef enum { TASK_BEST, TASK_COUNT, TASK_TURN, TASK_ILLEGAL, TASK_POSITION, TASK_KINDS } TaskKind;

typedef struct {
    TaskKind kind;
    const char *path;
    long line;
    const Variant *variant;
    char *text; /* owned; what follows points into it, or is NULL */
    const char *position_text;
    Position position; /* not of TASK_POSITION */
    const char *move;  /* of TASK_TURN, TASK_ILLEGAL */
    const char *after; /* of TASK_TURN */
    bool accepted;     /* of TASK_POSITION */
    Move *best;        /* of TASK_BEST; owned */
    int best_count;
    uint64_t *leaves; /* of TASK_COUNT: by depth from 1, 0 is not given; owned */
    int depths;
} Task;

typedef struct {
    Task *tasks; /* owned */
    size_t count, room;
    int broken; /* lines that were refused, and files that could not be read */
} Suite;

/* Adds the tasks of a file; lines that are of no form, or that the rules refuse, are told on standard error and counted. */
void suite_read(Suite *s, const char *path);
void suite_free(Suite *s);

const char *task_kind_text(TaskKind k);

#endif
