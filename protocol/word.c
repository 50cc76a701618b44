#include "protocol/word.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

bool word_next(const char **cursor, Word *out) {
    const char *start = *cursor;
    while (is_blank(*start)) start++;
    const char *end = start;
    while (*end && !is_blank(*end)) end++;
    *cursor = end;
    *out = (Word){start, (size_t)(end - start)};
    return end > start;
}

Word word_rest(const char *cursor) {
    while (is_blank(*cursor)) cursor++;
    size_t length = strlen(cursor);
    while (length > 0 && is_blank(cursor[length - 1])) length--;
    return (Word){cursor, length};
}

bool word_is(Word w, const char *literal) { return strlen(literal) == w.length && memcmp(w.text, literal, w.length) == 0; }

static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool word_is_folded(Word w, const char *literal) {
    size_t i = 0;
    for (; *literal; literal++) {
        if (i == w.length) return false;
        if (is_blank(w.text[i])) {
            if (*literal != ' ') return false;
            while (i < w.length && is_blank(w.text[i])) i++;
        } else if (fold(w.text[i++]) != fold(*literal)) {
            return false;
        }
    }
    return i == w.length;
}

const char *word_quote(Word w, char out[static QUOTE_SIZE]) {
    if (w.length == 0) return strcpy(out, "nothing");
    size_t shown = w.length > QUOTE_MAX ? QUOTE_MAX : w.length;
    char *at = out;
    *at++ = '\'';
    for (size_t i = 0; i < shown; i++) *at++ = w.text[i] < ' ' || w.text[i] > '~' ? '?' : w.text[i];
    *at++ = '\'';
    memcpy(at, w.length > shown ? "..." : "", w.length > shown ? 4 : 1);
    return out;
}

bool word_number(Word w, int64_t *out) {
    size_t i = w.length > 0 && (w.text[0] == '-' || w.text[0] == '+');
    bool negative = i && w.text[0] == '-';
    if (i == w.length) return false;
    int64_t value = 0;
    for (; i < w.length; i++) {
        if (w.text[i] < '0' || w.text[i] > '9') return false;
        int digit = w.text[i] - '0';
        /* Built up on its own side of zero, so that the saturation reaches INT64_MIN as well. */
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, negative ? -digit : digit, &value))
            value = negative ? INT64_MIN : INT64_MAX;
    }
    *out = value;
    return true;
}
