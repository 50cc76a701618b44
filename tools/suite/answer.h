/* What an engine answers to a question of a suite, and whether it is right. */
#ifndef CIERZO_TOOLS_SUITE_ANSWER_H
#define CIERZO_TOOLS_SUITE_ANSWER_H

#include "kit/examiner.h"
#include "tools/suite/questions.h"

enum { ANSWER_TEXT_SIZE = 200 };

typedef struct {
    bool solved;
    bool failed;                 /* the engine crashed, hung, or played an illegal move; `text` says how */
    bool proved;                 /* solved, and the score is a win to the end */
    Note note;                   /* of QUESTION_BEST */
    int64_t since;               /* ms from the start to where the right move came and stayed; -1: not solved */
    char text[ANSWER_TEXT_SIZE]; /* the move, or what was right or wrong */
} Answer;

/* Asks; `go` are the limits for best moves. */
Answer answer_question(Examiner *e, const Question *t, const char *go);

#endif
