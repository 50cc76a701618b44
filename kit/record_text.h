/* The lower half of the record reader, for record_read.c alone: characters and lines of the file, comments, variations. Where a function
 * returns false it has written the error of the current game. */
#ifndef CIERZO_KIT_RECORD_TEXT_H
#define CIERZO_KIT_RECORD_TEXT_H

#include "kit/record.h"

enum { RECORD_TEXT_END = -1 };

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

/* Writes the error of the current game, with the line number in front, unless it has one already. Always false. */
__attribute__((format(printf, 2, 3))) bool record_text_fail(RecordReader *r, const char *format, ...);
/* The same for a game that stops before its result word. */
bool record_text_torn(RecordReader *r);

/* To the next line; false at the end of the file. */
bool record_text_line(RecordReader *r);
/* The next character that is no white space, not taken; lines that begin with `%` are passed over. RECORD_TEXT_END at the end of the file. */
int record_text_peek(RecordReader *r);
/* Whether the line begins like a tag: `[Name "`. */
bool record_text_is_tag(const RecordReader *r);
/* Whether, inside a game, the reader stands where the next one begins. */
bool record_text_at_next(const RecordReader *r);

/* Adds a character to the text that is kept. */
bool record_text_keep(RecordReader *r, int c);
/* Adds a comment up to its `}`, or to the end of the line. The reader stands at its first character. */
bool record_text_comment(RecordReader *r);
bool record_text_line_comment(RecordReader *r);
/* Passes over `(...)`, nested ones and comments included. */
bool record_text_variation(RecordReader *r);

#endif
