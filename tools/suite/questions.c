#include "tools/suite/questions.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"

enum { QUESTION_FIELDS = 12, MOST_DEPTH = 99 };

const char *question_kind_text(QuestionKind k) {
    static const char *const TEXT[QUESTION_KINDS] = {"best moves", "leaf counts", "turns", "illegal moves", "positions"};
    return TEXT[k];
}

static void free_question(Question *t) {
    free(t->text);
    free(t->best);
    free(t->leaves);
}

void questions_free(Questions *s) {
    for (size_t i = 0; i < s->count; i++) free_question(&s->items[i]);
    free(s->items);
    *s = (Questions){0};
}

/* Each reader of a form returns NULL, or what is wrong with the line. */

static const char *read_position(Question *t, const char *text) {
    t->position_text = text;
    t->position = position_start(t->variant);
    if (!strcmp(text, "startpos")) return NULL;
    NotationError e = position_parse(t->variant, text, &t->position);
    return e ? notation_error_text(e) : NULL;
}

static const char *read_best(Question *t, char *moves) {
    char *rest;
    t->kind = QUESTION_BEST;
    t->best = calloc(strlen(moves) + 1, sizeof *t->best); /* a move has at least a letter */
    if (!t->best) return "out of memory";
    for (char *word = strtok_r(moves, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        NotationError e = move_parse(&t->position, word, &t->best[t->best_count++]);
        if (e) return notation_error_text(e);
    }
    return t->best_count ? NULL : "no move";
}

static const char *read_counts(Question *t, char **field, int fields) {
    t->kind = QUESTION_COUNT;
    t->leaves = calloc(MOST_DEPTH + 1, sizeof *t->leaves);
    if (!t->leaves) return "out of memory";
    for (int i = 0; i < fields; i++) {
        int depth;
        uint64_t leaves;
        if (sscanf(field[i], "D%2d %" SCNu64, &depth, &leaves) != 2 || depth < 1) return "not a leaf count";
        t->leaves[depth] = leaves;
        if (depth > t->depths) t->depths = depth;
    }
    return NULL;
}

static const char *read_turn_question(Question *t, char **field) {
    Position after;
    Move move;
    t->kind = QUESTION_TURN;
    t->move = field[0];
    t->after = field[1];
    NotationError e = move_parse(&t->position, t->move, &move);
    if (!e) e = position_parse(t->variant, t->after, &after);
    return e ? notation_error_text(e) : NULL;
}

/* A single move is one to refuse where it is illegal, and the right one where it is legal. `sort_out` looks at the whole file later. */
static const char *read_one_move(Question *t, char *moves) {
    Move move;
    t->kind = QUESTION_ILLEGAL;
    t->move = moves;
    if (!strchr(moves, ' ') && move_parse(&t->position, moves, &move)) return NULL;
    return read_best(t, moves);
}

static bool is_ratio(const char *text) {
    int first, second, end = -1;
    return sscanf(text, "%d/%d%n", &first, &second, &end) == 2 && end >= 0 && !text[end];
}

/* `D2 31611`. A word that only begins with a capital letter may be a move that has to be refused. */
static bool is_count(const char *text) {
    size_t digits = *text == 'D' ? strspn(text + 1, "0123456789") : 0;
    return digits && text[1 + digits] == ' ';
}

static const char *read_form(Question *t, char **field, int fields) {
    if (fields < 3) return "fewer than three fields";
    if (!(t->variant = variant_find(field[0]))) return "no such rule set";
    if (!strcmp(field[1], "ok") || !strcmp(field[1], "refused")) {
        t->kind = QUESTION_POSITION;
        t->accepted = field[1][0] == 'o';
        t->position_text = field[2];
        return NULL;
    }
    const char *error = read_position(t, field[1]);
    if (error) return error;
    if (is_count(field[2])) return read_counts(t, field + 2, fields - 2);
    if (is_ratio(field[2]) && fields >= 4) return read_best(t, field[fields - 1]);
    if (fields == 4) return read_turn_question(t, field + 2);
    return fields == 3 ? read_one_move(t, field[2]) : "not of any form";
}

static const char *read_question(Question *t, const char *line) {
    char *field[QUESTION_FIELDS], *rest = t->text = strdup(line);
    int fields = 0;
    if (!rest) return "out of memory";
    while (rest && fields < QUESTION_FIELDS) field[fields++] = strsep(&rest, ";");
    return rest ? "too many fields" : read_form(t, field, fields);
}

static bool add_question(Questions *s, const Question *t) {
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        Question *items = realloc(s->items, room * sizeof *items);
        if (!items) return false;
        s->items = items;
        s->room = room;
    }
    s->items[s->count++] = *t;
    return true;
}

static void complain(Questions *s, const char *path, long line, const char *what) {
    fprintf(stderr, "%s: line %ld: %s\n", path, line, what);
    s->broken++;
}

/* Illegal moves are questions where all moves of the file are illegal. In a file with right moves too they are mistakes of the file. */
static void sort_out(Questions *s, size_t first) {
    bool has_best = false;
    for (size_t i = first; i < s->count; i++) has_best |= s->items[i].kind == QUESTION_BEST;
    size_t kept = first;
    for (size_t i = first; i < s->count; i++) {
        Question t = s->items[i];
        if (has_best && t.kind == QUESTION_ILLEGAL) {
            complain(s, t.path, t.line, "an illegal move among the right ones of this file");
            free_question(&t);
        } else {
            s->items[kept++] = t;
        }
    }
    s->count = kept;
}

void questions_read(Questions *s, const char *path) {
    FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *line = NULL;
    size_t room = 0, first = s->count;
    if (!in) {
        fprintf(stderr, "cierzo-suite: cannot read %s: %s\n", path, strerror(errno));
        s->broken++;
        return;
    }
    for (long number = 1; getline(&line, &room, in) > 0; number++) {
        Question t = {.path = path, .line = number};
        line[strcspn(line, "\r\n")] = '\0';
        if (!line[strspn(line, " \t")] || *line == '#') continue;
        const char *error = read_question(&t, line);
        if (!error && !add_question(s, &t)) error = "out of memory";
        if (error) free_question(&t), complain(s, path, number, error);
    }
    free(line);
    if (in != stdin) fclose(in);
    sort_out(s, first);
}
