#include "kit/record_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

bool record_text_fail(RecordReader *r, const char *format, ...) {
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

bool record_text_torn(RecordReader *r) {
    record_text_fail(r, "the game stops before its result word");
    r->torn = true;
    return false;
}

/* ---- lines and characters ---- */

bool record_text_line(RecordReader *r) {
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

/* The next character, not taken; at the end of a line comes the next line, `%` lines left out. RECORD_TEXT_END at the end of the file. */
static int peek(RecordReader *r) {
    while (r->at >= r->length) {
        if (!record_text_line(r)) return RECORD_TEXT_END;
        if (line_is_blank(r)) r->gap = true;
        if (r->line[r->at] == '%') r->at = r->length;
    }
    return (unsigned char)r->line[r->at];
}

int record_text_peek(RecordReader *r) {
    int c;
    while ((c = peek(r)) != RECORD_TEXT_END && isspace(c)) r->at++;
    return c;
}

bool record_text_is_tag(const RecordReader *r) {
    const char *s = r->line;
    if (*s++ != '[') return false;
    s += strspn(s, " \t");
    const char *name = s;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    if (s == name) return false;
    s += strspn(s, " \t");
    return *s == '"';
}

bool record_text_at_next(const RecordReader *r) { return r->at == 0 && record_text_is_tag(r); }

/* ---- text of any length ---- */

bool record_text_keep(RecordReader *r, int c) {
    if (r->text_length + 1 >= r->text_room) {
        size_t room = r->text_room ? 2 * r->text_room : 256;
        char *text = realloc(r->text, room);
        if (!text) return record_text_fail(r, "out of memory");
        r->text = text;
        r->text_room = room;
    }
    r->text[r->text_length++] = (char)c;
    r->text[r->text_length] = '\0';
    return true;
}

/* A comment up to its `}`, behind the text that is kept already. */
bool record_text_comment(RecordReader *r) {
    r->at++;
    for (int c; (c = peek(r)) != '}'; r->at++) {
        if (c == RECORD_TEXT_END || record_text_at_next(r)) return record_text_torn(r);
        if (!record_text_keep(r, c)) return false;
    }
    r->at++;
    return record_text_keep(r, ' ');
}

bool record_text_line_comment(RecordReader *r) {
    for (r->at++; r->at < r->length; r->at++)
        if (!record_text_keep(r, (unsigned char)r->line[r->at])) return false;
    return record_text_keep(r, ' ');
}

bool record_text_variation(RecordReader *r) {
    int64_t depth = 0;
    size_t kept = r->text_length;
    do {
        int c = peek(r);
        if (c == RECORD_TEXT_END || record_text_at_next(r)) return record_text_torn(r);
        if (c == '{' || c == ';') {
            if (!(c == '{' ? record_text_comment(r) : record_text_line_comment(r))) return false;
            r->text_length = kept;
            continue;
        }
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        r->at++;
    } while (depth > 0);
    if (kept) r->text[kept] = '\0';
    return true;
}
