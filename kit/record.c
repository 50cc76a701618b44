#include "kit/record.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/play.h"

/* ---- tags ---- */

static RecordTag *find_tag(const Record *r, const char *name) {
    for (int i = 0; i < r->tag_count; i++)
        if (!strcmp(r->tags[i].name, name)) return &r->tags[i];
    return NULL;
}

const char *record_tag(const Record *r, const char *name) {
    const RecordTag *tag = find_tag(r, name);
    return tag ? tag->value : NULL;
}

static void remove_tag(Record *r, RecordTag *tag) {
    if (!tag) return;
    free(tag->name);
    free(tag->value);
    memmove(tag, tag + 1, (size_t)(&r->tags[--r->tag_count] - tag) * sizeof *tag);
}

bool record_is_tag_name(const char *name) {
    for (const char *s = name; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return *name;
}

static char *plain_value(const char *value) {
    char *copy = strdup(value);
    for (char *s = copy; s && *s; s++)
        if (iscntrl((unsigned char)*s)) *s = ' ';
    return copy;
}

static bool append_tag(Record *r, const char *name, char *value) {
    RecordTag *tags = realloc(r->tags, (size_t)(r->tag_count + 1) * sizeof *tags);
    if (!tags) return false;
    r->tags = tags;
    char *copy = strdup(name);
    if (!copy) return false;
    tags[r->tag_count++] = (RecordTag){copy, value};
    return true;
}

bool record_set_tag(Record *r, const char *name, const char *value) {
    if (!record_is_tag_name(name)) return false;
    RecordTag *tag = find_tag(r, name);
    if (!value) {
        remove_tag(r, tag);
        return true;
    }
    char *copy = plain_value(value);
    if (!copy) return false;
    if (tag) {
        free(tag->value);
        tag->value = copy;
        return true;
    }
    if (append_tag(r, name, copy)) return true;
    free(copy);
    return false;
}

/* ---- a game ---- */

static bool is_empty_board(const Position *p) {
    Position start = position_start(p->variant);
    return p->key == start.key && p->number == start.number;
}

void record_init(Record *r, const Position *start) {
    *r = (Record){.start = *start, .end = *start, .winner = NO_COLOUR};
    record_set_tag(r, "Variant", start->variant->name);
    char text[POSITION_TEXT_SIZE];
    position_text(start, text, sizeof text);
    if (!is_empty_board(start)) record_set_tag(r, "FEN", text);
}

void record_free(Record *r) {
    for (int i = 0; i < r->tag_count; i++) {
        free(r->tags[i].name);
        free(r->tags[i].value);
    }
    for (int i = 0; i < r->turn_count; i++) free(r->turns[i].comment);
    free(r->tags);
    free(r->turns);
    free(r->comment);
    *r = (Record){.winner = NO_COLOUR};
}

static Position position_after(const Position *p, Move move) {
    Board board;
    Undo undo;
    board_set(&board, p);
    board_play(&board, move, &undo);
    return board.position;
}

Position record_position(const Record *r, int index) {
    if (index == r->turn_count) return r->end;
    Board board;
    board_set(&board, &r->start);
    for (int i = 0; i < index; i++) {
        Undo undo;
        board_play(&board, r->turns[i].move, &undo);
    }
    return board.position;
}

/* ---- comments ---- */

/* White space becomes single blanks, none at the ends; `}`, which would end the comment, becomes `)`. In place. */
static void tidy(char *text) {
    char *to = text;
    for (const char *s = text; *s; s++) {
        bool blank = *s == ' ' || iscntrl((unsigned char)*s);
        if (!blank) *to++ = *s == '}' ? ')' : *s;
        else if (to > text && to[-1] != ' ') *to++ = ' ';
    }
    while (to > text && to[-1] == ' ') to--;
    *to = '\0';
}

/* Divides note and comment as a reader of the written record would: a comment that begins like a note becomes one. So what is written is
 * read back the same. *text is the caller's to free, NULL where no comment is left. False when memory is short. */
static bool separate_note(const Note *given, const char *comment, Note *note, char **text) {
    char front[NOTE_TEXT_SIZE] = "";
    if (given) note_text(given, front, sizeof front);
    size_t length = strlen(front) + strlen(comment ? comment : "") + 2;
    char *whole = malloc(length);
    if (!whole) return false;
    snprintf(whole, length, "%s %s", front, comment ? comment : "");
    tidy(whole);
    const char *rest = note_parse(whole, note);
    memmove(whole, rest, strlen(rest) + 1);
    *text = whole;
    if (*whole) return true;
    free(whole);
    *text = NULL;
    return true;
}

static bool set_opening_comment(Record *r, const char *comment) {
    char *text = strdup(comment ? comment : "");
    if (!text) return false;
    tidy(text);
    free(r->comment);
    r->comment = *text ? text : NULL;
    if (!r->comment) free(text);
    return true;
}

bool record_annotate(Record *r, int index, const Note *note, const char *comment) {
    char *text;
    Note separate;
    if (index < 0) return set_opening_comment(r, comment);
    if (!separate_note(note, comment, &separate, &text)) return false;
    free(r->turns[index].comment);
    r->turns[index].note = separate;
    r->turns[index].comment = text;
    return true;
}

bool record_add(Record *r, Move move, const Note *note, const char *comment) {
    assert(turn_is_legal(&r->end, move));
    RecordTurn *turns = realloc(r->turns, (size_t)(r->turn_count + 1) * sizeof *turns);
    if (!turns) return false;
    r->turns = turns;
    turns[r->turn_count] = (RecordTurn){move, NOTE_NONE, NULL};
    if (!record_annotate(r, r->turn_count, note, comment)) return false;
    r->end = position_after(&r->end, move);
    r->turn_count++;
    return true;
}
