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
#ifndef CIERZO_TOOLS_SUITE_QUESTIONS_H
#define CIERZO_TOOLS_SUITE_QUESTIONS_H

#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"

typedef enum {
    QUESTION_BEST,
    QUESTION_COUNT,
    QUESTION_TURN,
    QUESTION_ILLEGAL,
    QUESTION_POSITION,
    QUESTION_KINDS
} QuestionKind;

typedef struct {
    QuestionKind kind;
    const char *path;
    long line;
    const Variant *variant;
    char *text; /* owned; what follows points into it, or is NULL */
    const char *position_text;
    Position position; /* not of QUESTION_POSITION */
    const char *move;  /* of QUESTION_TURN, QUESTION_ILLEGAL */
    const char *after; /* of QUESTION_TURN */
    bool accepted;     /* of QUESTION_POSITION */
    Move *best;        /* of QUESTION_BEST; owned */
    int best_count;
    uint64_t *leaves; /* of QUESTION_COUNT: by depth from 1, 0 is not given; owned */
    int depths;
} Question;

typedef struct {
    Question *items; /* owned */
    size_t count, room;
    int broken; /* lines that were refused, and files that could not be read */
} Questions;

/* Adds the questions of a file; lines that are of no form, or that the rules refuse, are told on standard error and counted. */
void questions_read(Questions *s, const char *path);
void questions_free(Questions *s);

const char *question_kind_text(QuestionKind k);

#endif
