/* The words of a line. Pure; lines may hold blanks, tabs and carriage returns in runs anywhere. */
#ifndef CIERZO_PROTOCOL_WORD_H
#define CIERZO_PROTOCOL_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a line; not ended by a NUL. */
typedef struct {
    const char *text;
    size_t length;
} Word;

/* The next word of a line and the cursor behind it; false, and an empty word, at the end. */
bool word_next(const char **cursor, Word *out);

/* Everything from the first word to the last. */
Word word_rest(const char *cursor);

bool word_is(Word w, const char *literal);

/* ASCII letters compare equal in both cases, whatever the locale; each run of white space equals one blank. */
bool word_is_folded(Word w, const char *literal);

/* The word in quotation marks for an error message: at most QUOTE_MAX bytes of it, `...` behind a longer one, and `?` for whatever
 * is not printable ASCII; `nothing` for the empty word. Returns `out`. */
enum { QUOTE_MAX = 60, QUOTE_SIZE = QUOTE_MAX + 6 };
const char *word_quote(Word w, char out[static QUOTE_SIZE]);

/* A whole decimal number, with or without a sign; one that does not fit becomes the nearest that does. */
bool word_number(Word w, int64_t *out);

#endif
