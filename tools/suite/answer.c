#include "tools/suite/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/notation.h"

static Answer no_answer(const Examiner *e) {
    Answer a = {.failed = true, .note = NOTE_NONE, .since = -1};
    snprintf(a.text, sizeof a.text, "%.190s", e->error);
    return a;
}

/* ---- best moves ---- */

static bool is_right(const Question *t, Move m) {
    for (int i = 0; i < t->best_count; i++)
        if (t->best[i] == m) return true;
    return false;
}

typedef struct {
    const Question *question;
    int64_t since; /* ms; -1 while the move is a wrong one */
} Watch;

/* The time to solution is that of the first line with a right move after the last line with a wrong one. */
static void watch(void *context, const ClientInfo *info, const char *line) {
    Watch *w = context;
    char word[MOVE_TEXT_SIZE];
    Move move;
    int number = 1;
    const char *multipv = strstr(line, " multipv ");
    if (multipv && sscanf(multipv, " multipv %d", &number) == 1 && number != 1) return;
    if (sscanf(info->pv, "%23s", word) != 1 || move_parse(&w->question->position, word, &move)) return;
    if (!is_right(w->question, move)) w->since = -1;
    else if (w->since < 0) w->since = info->time;
}

static Answer answer_best(Examiner *e, const Question *t, const char *go) {
    Watch w = {.question = t, .since = -1};
    ClientReply reply;
    Move best;
    if (!examiner_ask(e, &t->position, go, &reply, &best, watch, &w)) return no_answer(e);
    Answer a = {.solved = is_right(t, best), .note = client_note(&reply.info), .since = -1};
    if (a.solved) a.since = w.since >= 0 ? w.since : reply.elapsed;
    a.proved = a.solved && a.note.kind == NOTE_MATE && a.note.score > 0;
    snprintf(a.text, sizeof a.text, "%s", reply.move);
    return a;
}

/* ---- the other forms ---- */

static Answer plain_answer(bool solved) { return (Answer){.solved = solved, .note = NOTE_NONE, .since = -1}; }

static Answer answer_counts(Examiner *e, const Question *t) {
    Answer a = plain_answer(true);
    for (int depth = 1; depth <= t->depths; depth++) {
        uint64_t nodes;
        if (!t->leaves[depth]) continue;
        if (!examiner_perft(e, &t->position, depth, &nodes)) return no_answer(e);
        snprintf(a.text, sizeof a.text, "D%d %" PRIu64, depth, nodes);
        if (nodes == t->leaves[depth]) continue;
        snprintf(a.text, sizeof a.text, "D%d %" PRIu64 ", not %" PRIu64, depth, nodes, t->leaves[depth]);
        a.solved = false;
        break;
    }
    return a;
}

static Answer answer_turn(Examiner *e, const Question *t) {
    char fen[POSITION_TEXT_SIZE];
    bool refused;
    if (!examiner_place(e, t->variant, t->position_text, t->move, &refused, fen, sizeof fen)) return no_answer(e);
    Answer a = plain_answer(!refused && !strcmp(fen, t->after));
    snprintf(a.text, sizeof a.text, "%s%s%s", t->move, a.solved ? "" : ": ",
             a.solved  ? ""
             : refused ? "refused"
             : *fen    ? fen
                       : "no Fen: to d");
    return a;
}

static Answer answer_acceptance(Examiner *e, const Question *t, bool wanted) {
    char fen[POSITION_TEXT_SIZE];
    bool refused;
    if (!examiner_place(e, t->variant, t->position_text, t->move, &refused, fen, sizeof fen)) return no_answer(e);
    Answer a = plain_answer(refused != wanted);
    snprintf(a.text, sizeof a.text, "%s%s%s", t->move ? t->move : "", t->move ? " " : "", refused ? "refused" : "accepted");
    return a;
}

Answer answer_question(Examiner *e, const Question *t, const char *go) {
    switch (t->kind) {
    case QUESTION_BEST: return answer_best(e, t, go);
    case QUESTION_COUNT: return answer_counts(e, t);
    case QUESTION_TURN: return answer_turn(e, t);
    case QUESTION_ILLEGAL: return answer_acceptance(e, t, false);
    default: return answer_acceptance(e, t, t->accepted);
    }
}
