#include "search/kept.h"

#include <string.h>

void kept_clear(Kept *k) {
    for (int i = 0; i < KEPT_ANSWERS; i++) k->answers[i].count = 0;
    k->next = 0;
}

static KeptAnswer *answer_of(Kept *k, uint64_t key) {
    for (int i = 0; i < KEPT_ANSWERS; i++)
        if (k->answers[i].count && k->answers[i].key == key) return &k->answers[i];
    return NULL;
}

static KeptAnswer *new_answer(Kept *k, uint64_t key) {
    KeptAnswer *a = &k->answers[k->next];
    k->next = (k->next + 1) % KEPT_ANSWERS;
    a->key = key;
    a->count = a->depth = 0;
    a->read = false;
    return a;
}

void kept_note(Kept *k, uint64_t key, int depth, const Line *lines, int count) {
    KeptAnswer *a = answer_of(k, key);
    if (!a) a = new_answer(k, key);
    if (depth < a->depth || (depth == a->depth && count < a->count)) return;
    a->depth = depth;
    a->count = count < KEPT_LINES ? count : KEPT_LINES;
    memcpy(a->lines, lines, (size_t)a->count * sizeof *lines);
}

/* Levels and some of the moves alone do not tell what the position is worth. */
static bool is_whole(const SearchLimits *l) { return l->elo == LIMIT_NONE && l->mate == LIMIT_NONE && !l->root_moves; }

void kept_take(Kept *k, const Worker *w) {
    int count = 0;
    while (count < w->line_count && w->lines[count].length) count++;
    if (w->depth && is_whole(&w->shared->limits)) kept_note(k, w->board.position.key, w->depth, w->lines, count);
}

/* ---- what is believed ---- */

static bool is_legal_line(const Position *p, const Line *line) {
    Board board;
    Undo undo;
    board_set(&board, p);
    for (int i = 0; i < line->length; i++) {
        if (!turn_is_legal(&board.position, line->moves[i])) return false;
        board_play(&board, line->moves[i], &undo);
    }
    return true;
}

static bool is_answer(const Position *p, const KeptAnswer *a) {
    for (int i = 0; i < a->count; i++) {
        if (!is_legal_line(p, &a->lines[i])) return false;
        for (int j = 0; j < i; j++)
            if (a->lines[j].moves[0] == a->lines[i].moves[0]) return false;
    }
    return true;
}

const KeptAnswer *kept_find(const Kept *k, const Position *p, const SearchLimits *limits) {
    if (!is_whole(limits) || position_phase(p) != PHASE_PLAY) return NULL;
    const uint64_t turns = turns_count(p);
    const int lines = turns < (uint64_t)limits->multipv ? (int)turns : limits->multipv;
    for (int i = 0; i < KEPT_ANSWERS; i++) {
        const KeptAnswer *a = &k->answers[i];
        if (a->read && a->count >= lines && a->count && a->key == p->key) return is_answer(p, a) ? a : NULL;
    }
    return NULL;
}

/* ---- words ---- */

size_t kept_write(const Kept *k, uint64_t out[static KEPT_WORDS]) {
    uint64_t *at = out;
    /* The oldest first, so that reading them in turn leaves them in this order. */
    for (int i = 0; i < KEPT_ANSWERS; i++) {
        const KeptAnswer *a = &k->answers[(k->next + i) % KEPT_ANSWERS];
        if (!a->count) continue;
        *at++ = a->key;
        *at++ = (uint64_t)a->depth;
        *at++ = (uint64_t)a->count;
        for (const Line *line = a->lines; line < a->lines + a->count; line++) {
            *at++ = (uint64_t)line->length;
            *at++ = (uint64_t)(line->score + SCORE_INFINITE);
            *at++ = (uint64_t)line->depth;
            *at++ = (uint64_t)line->bound;
            for (int m = 0; m < line->length; m++) *at++ = line->moves[m];
        }
    }
    return (size_t)(at - out);
}

/* Words still to be read. */
typedef struct {
    const uint64_t *at, *end;
} Words;

/* The next word if it is one from `least` to `most`. */
static bool take(Words *w, uint64_t least, uint64_t most, uint64_t *out) {
    if (w->at == w->end || *w->at < least || *w->at > most) return false;
    *out = *w->at++;
    return true;
}

static bool read_line(Words *w, Line *line) {
    uint64_t length, score, depth, bound;
    if (!take(w, 1, MAX_PV, &length) || !take(w, SCORE_INFINITE - SCORE_MATE, SCORE_INFINITE + SCORE_MATE, &score) ||
        !take(w, 1, MAX_DEPTH, &depth) || !take(w, BOUND_EXACT, BOUND_UPPER, &bound) || (size_t)(w->end - w->at) < length)
        return false;
    line->length = (int)length;
    line->score = (Score)score - SCORE_INFINITE;
    line->depth = (int)depth;
    line->bound = (ScoreBound)bound;
    for (int i = 0; i < line->length; i++) line->moves[i] = *w->at++;
    return true;
}

static bool read_answer(Words *w, Kept *k) {
    uint64_t key, depth, count;
    if (!take(w, 0, UINT64_MAX, &key) || !take(w, 1, MAX_DEPTH, &depth) || !take(w, 1, KEPT_LINES, &count) ||
        answer_of(k, key))
        return false;
    KeptAnswer *a = new_answer(k, key);
    a->depth = (int)depth;
    a->read = true;
    for (uint64_t i = 0; i < count; i++)
        if (!read_line(w, &a->lines[i])) return false;
    a->count = (int)count;
    return true;
}

bool kept_read(Kept *k, const uint64_t *words, size_t count) {
    Words w = {words, words + count};
    kept_clear(k);
    for (int i = 0; w.at < w.end; i++)
        if (i == KEPT_ANSWERS || !read_answer(&w, k)) return kept_clear(k), false;
    return true;
}
