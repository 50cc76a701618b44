/* Records as text. A game is put together in memory and written at once, so that a program killed between two games leaves only whole
 * games behind. */
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/play.h"
#include "kit/record.h"

enum { COLUMNS = 100 };

typedef struct {
    FILE *out;
    size_t column;
    bool brace; /* the next word begins a comment */
} Lines;

/* Whether a line may begin with this word. Even inside a comment a reader takes `[Name` at the start of a line for the tag of a next game,
 * and skips lines that begin with `%`. */
static bool opens_line(const char *word) { return *word != '%' && (*word != '[' || word[1] == '%'); }

/* Writes a word, on a new line where this one is full; room is left for a brace behind it. */
static void add_word(Lines *l, const char *word, size_t length) {
    size_t width = length + l->brace;
    if (l->column && l->column + 1 + width >= COLUMNS && (l->brace || opens_line(word))) {
        fputc('\n', l->out);
        l->column = 0;
    } else if (l->column) {
        fputc(' ', l->out);
        l->column++;
    }
    if (l->brace) fputc('{', l->out);
    l->brace = false;
    fwrite(word, 1, length, l->out);
    l->column += width;
}

static void add_words(Lines *l, const char *text) {
    while (*text) {
        size_t length = strcspn(text, " ");
        add_word(l, text, length);
        text += length + (text[length] == ' ');
    }
}

/* `{note text}`; nothing where both are empty. */
static void add_comment(Lines *l, const Note *note, const char *comment) {
    char front[NOTE_TEXT_SIZE];
    if (!note_text(note, front, sizeof front) && !comment) return;
    l->brace = true;
    add_words(l, front);
    if (comment) add_words(l, comment);
    fputc('}', l->out);
    l->column++;
}

static void add_turn_number(Lines *l, const Position *p, bool first) {
    char number[16];
    if (p->side != BLACK && !first) return;
    snprintf(number, sizeof number, "%d%s", p->number, p->side == BLACK ? "." : "...");
    add_word(l, number, strlen(number));
}

static void add_turns(Lines *l, const Record *r) {
    Board board;
    board_set(&board, &r->start);
    add_comment(l, &NOTE_NONE, r->comment);
    for (int i = 0; i < r->turn_count; i++) {
        char move[MOVE_TEXT_SIZE];
        Undo undo;
        add_turn_number(l, &board.position, i == 0);
        add_word(l, move, move_text(r->turns[i].move, move, sizeof move));
        add_comment(l, &r->turns[i].note, r->turns[i].comment);
        board_play(&board, r->turns[i].move, &undo);
    }
}

static void add_tag(FILE *out, const RecordTag *tag) {
    fprintf(out, "[%s \"", tag->name);
    for (const char *s = tag->value; *s; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', out);
        fputc(*s, out);
    }
    fputs("\"]\n", out);
}

const char *record_result_word(Colour winner) { return winner == BLACK ? "0-1" : winner == WHITE ? "1-0" : "*"; }

bool record_write(FILE *out, const Record *r) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory) return false;
    Lines lines = {.out = memory};
    const char *word = record_result_word(r->winner);
    for (int i = 0; i < r->tag_count; i++) add_tag(memory, &r->tags[i]);
    fputc('\n', memory);
    add_turns(&lines, r);
    add_word(&lines, word, strlen(word));
    fputs("\n\n", memory);
    bool whole = !ferror(memory);
    if (fclose(memory)) whole = false;
    if (whole) whole = fwrite(text, 1, size, out) == size;
    free(text);
    return whole;
}
