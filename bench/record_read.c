/* Records from text, line by line: what is broken costs the game it stands in and nothing else. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bench/record.h"
#include "engine/notation.h"

struct RecordReader {
    FILE *in;
    char *line; /* the current one, with its newline if it has one; NUL bytes became `?` */
    size_t room, length, at;
    long number;
    int64_t before; /* bytes of the lines before it */
    bool ended, torn;
    bool gap;   /* a blank line since the last thing read */
    char *text; /* a tag's value, or a comment */
    size_t text_length, text_room;
    char *error;
};

enum { END = -1, WORD_SIZE = 64 };

RecordReader *record_reader_open(FILE *in) {
    RecordReader *r = calloc(1, sizeof *r);
    if (r) r->in = in;
    return r;
}

void record_reader_close(RecordReader *r) {
    if (!r) return;
    free(r->line);
    free(r->text);
    free(r);
}

long record_reader_line(const RecordReader *r) { return r->number; }
int64_t record_reader_offset(const RecordReader *r) { return r->before + (int64_t)r->at; }
bool record_reader_torn(const RecordReader *r) { return r->torn; }

/* Writes the error of this game; the first one stays. Always false. */
__attribute__((format(printf, 2, 3))) static bool fail(RecordReader *r, const char *format, ...) {
    if (*r->error) return false;
    int length = snprintf(r->error, RECORD_ERROR_SIZE, "line %ld: ", r->number);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error + length, RECORD_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    /* What is broken at the very end of a file without a last newline was cut off there. */
    if (r->ended || (r->length && r->at == r->length && r->line[r->length - 1] != '\n')) r->torn = true;
    return false;
}

static bool fail_torn(RecordReader *r) {
    fail(r, "the game stops before its result word");
    r->torn = true;
    return false;
}

/* ---- lines and characters ---- */

static bool next_line(RecordReader *r) {
    if (r->ended) return false;
    int64_t before = r->before + (int64_t)r->length;
    ssize_t length = getline(&r->line, &r->room, r->in);
    if (length <= 0) {
        r->ended = true;
        r->at = r->length;
        return false;
    }
    r->before = before;
    r->length = (size_t)length;
    r->at = r->number++ == 0 && !strncmp(r->line, "\xEF\xBB\xBF", 3) ? 3 : 0;
    for (char *nul; (nul = memchr(r->line, '\0', r->length));) *nul = '?';
    return true;
}

static bool line_is_blank(const RecordReader *r) { return r->at + strspn(r->line + r->at, " \t\r\n\v\f") == r->length; }

/* The next character, not taken; at the end of a line comes the next line, `%` lines left out. END at the end of the file. */
static int peek(RecordReader *r) {
    while (r->at >= r->length) {
        if (!next_line(r)) return END;
        if (line_is_blank(r)) r->gap = true;
        if (r->line[r->at] == '%') r->at = r->length;
    }
    return (unsigned char)r->line[r->at];
}

static int peek_word(RecordReader *r) {
    int c;
    while ((c = peek(r)) != END && isspace(c)) r->at++;
    return c;
}

/* Whether the line begins like a tag: `[Name "`. */
static bool line_is_tag(const RecordReader *r) {
    const char *s = r->line;
    if (*s++ != '[') return false;
    s += strspn(s, " \t");
    const char *name = s;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    if (s == name) return false;
    s += strspn(s, " \t");
    return *s == '"';
}

/* Whether, inside a game, the reader stands where the next one begins. */
static bool at_next_game(const RecordReader *r) { return r->at == 0 && line_is_tag(r); }

/* ---- text of any length ---- */

static bool keep(RecordReader *r, int c) {
    if (r->text_length + 1 >= r->text_room) {
        size_t room = r->text_room ? 2 * r->text_room : 256;
        char *text = realloc(r->text, room);
        if (!text) return fail(r, "out of memory");
        r->text = text;
        r->text_room = room;
    }
    r->text[r->text_length++] = (char)c;
    r->text[r->text_length] = '\0';
    return true;
}

/* A comment up to its `}`, behind the text that is kept already. */
static bool read_comment(RecordReader *r) {
    r->at++;
    for (int c; (c = peek(r)) != '}'; r->at++) {
        if (c == END || at_next_game(r)) return fail_torn(r);
        if (!keep(r, c)) return false;
    }
    r->at++;
    return keep(r, ' ');
}

static bool read_line_comment(RecordReader *r) {
    for (r->at++; r->at < r->length; r->at++)
        if (!keep(r, (unsigned char)r->line[r->at])) return false;
    return keep(r, ' ');
}

static bool skip_variation(RecordReader *r) {
    int64_t depth = 0;
    size_t kept = r->text_length;
    do {
        int c = peek(r);
        if (c == END || at_next_game(r)) return fail_torn(r);
        if (c == '{' || c == ';') {
            if (!(c == '{' ? read_comment(r) : read_line_comment(r))) return false;
            r->text_length = kept;
            continue;
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        r->at++;
    } while (depth > 0);
    if (kept) r->text[kept] = '\0';
    return true;
}

/* ---- tags ---- */

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* The text between quotes, `\"` and `\\` undone; returns what is behind it, NULL when it does not end in this line. */
static const char *read_quoted(RecordReader *r, const char *s) {
    r->text_length = 0;
    for (s++; *s != '"'; s++) {
        if (*s == '\\' && (s[1] == '"' || s[1] == '\\')) s++;
        if (!*s || *s == '\n' || !keep(r, (unsigned char)*s)) {
            r->at = r->length;
            return NULL;
        }
    }
    return s + 1;
}

/* `[Name "value"]`, all in one line. */
static bool read_tag(RecordReader *r, Record *game) {
    char name[WORD_SIZE];
    size_t length = 0;
    const char *s = skip_blanks(r->line + r->at + 1);
    for (; (isalnum((unsigned char)*s) || *s == '_') && length + 1 < sizeof name; s++) name[length++] = *s;
    name[length] = '\0';
    s = skip_blanks(s);
    r->at = (size_t)(s - r->line);
    if (!length || *s != '"') return fail(r, "a tag is not of the form [Name \"value\"]");
    if (!(s = read_quoted(r, s))) return fail(r, "the tag %s has no closing quote", name);
    s = skip_blanks(s);
    r->at = (size_t)(s - r->line);
    if (*s != ']') return fail(r, "the tag %s has no closing bracket", name);
    r->at++;
    bool set = record_set_tag(game, name, r->text_length ? r->text : "");
    r->text_length = 0;
    return set || fail(r, "out of memory");
}

static bool read_tags(RecordReader *r, Record *game) {
    r->gap = false;
    while (peek_word(r) == '[') {
        if (game->tag_count && r->gap && at_next_game(r)) return fail_torn(r);
        if (!read_tag(r, game)) return false;
        r->gap = false;
    }
    return r->ended ? fail_torn(r) : true;
}

static bool set_start(RecordReader *r, Record *game) {
    const char *name = record_tag(game, "Variant"), *text = record_tag(game, "FEN");
    const Variant *v = name ? variant_find(name) : variant_at(0);
    if (!v) return fail(r, "no rule set has the name \"%.40s\"", name);
    game->start = position_start(v);
    NotationError e = text ? position_parse(v, text, &game->start) : NOTATION_OK;
    game->end = game->start;
    return !e || fail(r, "the tag FEN: %s", notation_error_text(e));
}

/* ---- turns ---- */

/* Takes a word; false when there is none, or too long a one. */
static bool read_word(RecordReader *r, char word[static WORD_SIZE]) {
    const char *s = r->line + r->at;
    size_t length = strcspn(s, " \t\r\n\v\f{}();$[]\"");
    snprintf(word, WORD_SIZE, "%.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE), s);
    for (char *c = word; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '#';
    r->at += length;
    if (!length) return fail(r, "a character that has no meaning here: %c", iscntrl((unsigned char)*s) ? '?' : *s);
    return length < WORD_SIZE || fail(r, "not a move: %.40s...", word);
}

/* What is behind a turn number, `12.` or `12...` or `12`; the word itself where there is none. */
static const char *behind_number(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return dots || !word[digits] ? word + digits + dots : word;
}

static bool read_result(RecordReader *r, Record *game, Colour winner) {
    const char *tag = record_tag(game, "Result"), *word = record_result_word(winner);
    Colour claimed = position_winner(&game->end);
    game->winner = winner;
    while (r->at < r->length && isspace((unsigned char)r->line[r->at])) r->at++;
    if (tag && strcmp(tag, word) && strcmp(tag, "?"))
        fail(r, "the result is %s, but %.20s in the tag", word, tag);
    else if (claimed != NO_COLOUR && claimed != winner)
        fail(r, "the result is %s, but %s has won by claims", word, claimed == BLACK ? "Black" : "White");
    else
        return true;
    return r->torn = false;
}

static bool keep_comment(RecordReader *r, Record *game) {
    if (!r->text_length) return true;
    r->text_length = 0;
    return record_annotate(game, game->turn_count - 1, NULL, r->text) || fail(r, "out of memory");
}

static bool read_move(RecordReader *r, Record *game, char *word) {
    Move move;
    for (size_t length = strlen(word); length && strchr("!?", word[length - 1]);) word[--length] = '\0';
    NotationError e = move_parse(&game->end, word, &move);
    if (e) return fail(r, "turn %d, %s: %s", game->end.number, word, notation_error_text(e));
    return record_add(game, move, NULL, NULL) || fail(r, "out of memory");
}

/* A move, a turn number or a result, which ends the game. */
static bool read_item(RecordReader *r, Record *game, bool *over) {
    char word[WORD_SIZE];
    if (!read_word(r, word) || !keep_comment(r, game)) return false;
    for (Colour winner = BLACK; winner <= NO_COLOUR; winner++)
        if (!strcmp(word, record_result_word(winner))) return *over = true, read_result(r, game, winner);
    if (!strcmp(word, "1/2-1/2")) return fail(r, "a draw, which this game does not have");
    const char *move = behind_number(word);
    return !*move || read_move(r, game, word + (move - word));
}

static bool read_turns(RecordReader *r, Record *game) {
    for (bool over = false, good; !over;) {
        int c = peek_word(r);
        if (c == END || at_next_game(r)) return fail_torn(r);
        switch (c) {
        case '{': good = read_comment(r); break;
        case ';': good = read_line_comment(r); break;
        case '(': good = skip_variation(r); break;
        case '$':
            good = true;
            r->at += 1 + strspn(r->line + r->at + 1, "0123456789");
            break;
        default: good = read_item(r, game, &over);
        }
        if (!good) return false;
    }
    return true;
}

/* ---- games ---- */

/* To the next tag section: a tag's line that does not follow another. */
static void skip_game(RecordReader *r) {
    if (r->ended || at_next_game(r)) return;
    bool in_tags = *r->line == '[';
    while (next_line(r)) {
        if (line_is_tag(r) && !in_tags) return;
        in_tags = *r->line == '[';
    }
}

/* Comments in front of a game. */
static bool read_front(RecordReader *r) {
    for (int c; (c = peek_word(r)) == '{' || c == ';';)
        if (!(c == '{' ? read_comment(r) : read_line_comment(r))) return false;
    return true;
}

RecordStatus record_read(RecordReader *r, Record *out, char error[static RECORD_ERROR_SIZE]) {
    Record game = {.winner = NO_COLOUR};
    *error = '\0';
    r->error = error;
    r->torn = false;
    r->text_length = 0;
    if (read_front(r) && r->ended) return RECORD_END;
    if (!*error && read_tags(r, &game) && set_start(r, &game) && read_turns(r, &game)) {
        *out = game;
        return RECORD_READ;
    }
    record_free(&game);
    skip_game(r);
    return RECORD_BAD;
}
