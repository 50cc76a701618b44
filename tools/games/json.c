#define _GNU_SOURCE /* strndup */
#include "tools/games/json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    long line;
    int depth;
    char *error; /* empty: none so far */
} Reader;

static bool fail(Reader *r, const char *what) {
    if (!*r->error) snprintf(r->error, JSON_ERROR_SIZE, "%s", what);
    return false;
}

static void skip_blanks(Reader *r) {
    for (; *r->at && strchr(" \t\r\n", *r->at); r->at++) r->line += *r->at == '\n';
}

static bool take(Reader *r, char c) {
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

/* ---- strings ---- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits of an escape; -1 when they are none. */
static int read_unit(const char *s) {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(s[i]);
        if (digit < 0) return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

static char *put_utf8(char *out, uint32_t c) {
    if (c < 0x80) return *out++ = (char)(c ? c : '?'), out;
    if (c >= 0x10000) *out++ = (char)(0xF0 | c >> 18), *out++ = (char)(0x80 | (c >> 12 & 63));
    else if (c >= 0x800) *out++ = (char)(0xE0 | c >> 12);
    if (c >= 0x800) *out++ = (char)(0x80 | (c >> 6 & 63));
    else *out++ = (char)(0xC0 | c >> 6);
    *out++ = (char)(0x80 | (c & 63));
    return out;
}

/* Behind `\u`; a half of a pair that stands alone becomes U+FFFD. NULL when it is none. */
static char *read_unicode(Reader *r, char *out) {
    int unit = read_unit(r->at);
    if (unit < 0) return NULL;
    r->at += 4;
    uint32_t c = (uint32_t)unit;
    int low = unit >= 0xD800 && unit < 0xDC00 && r->at[0] == '\\' && r->at[1] == 'u' ? read_unit(r->at + 2) : -1;
    if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + (c - 0xD800) * 0x400 + (uint32_t)(low - 0xDC00);
        r->at += 6;
    } else if (c >= 0xD800 && c < 0xE000) {
        c = 0xFFFD;
    }
    return put_utf8(out, c);
}

static char *read_escape(Reader *r, char *out) {
    static const char NAMES[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    char c = *r->at;
    if (c) r->at++;
    if (c == 'u') return read_unicode(r, out);
    const char *name = c ? strchr(NAMES, c) : NULL;
    if (!name) return NULL;
    *out++ = MEANINGS[name - NAMES];
    return out;
}

/* Behind the first quote; what is written is never longer than what is read. */
static char *read_string(Reader *r) {
    size_t longest = 0;
    while (r->at[longest] && r->at[longest] != '"') longest += r->at[longest] == '\\' && r->at[longest + 1] ? 2 : 1;
    char *text = malloc(longest + 1), *out = text;
    if (!text) return fail(r, "out of memory"), NULL;
    while (out && *r->at != '"') {
        if ((unsigned char)*r->at < ' ') out = NULL;
        else if (*r->at == '\\') r->at++, out = read_escape(r, out);
        else *out++ = *r->at++;
    }
    if (!out) {
        fail(r, "a string that does not end, or with characters or escapes that it may not have");
        free(text);
        return NULL;
    }
    *out = '\0';
    r->at++;
    return text;
}

/* ---- values ---- */

static JsonValue *read_value(Reader *r);

static size_t digits(const char *s) { return strspn(s, "0123456789"); }

/* `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`; 0 when it is none. */
static size_t number_length(const char *s) {
    const char *at = s + (*s == '-');
    size_t whole = digits(at);
    if (!whole || (*at == '0' && whole > 1)) return 0;
    at += whole;
    if (*at == '.') {
        size_t fraction = digits(at + 1);
        if (!fraction) return 0;
        at += 1 + fraction;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        if (!digits(at)) return 0;
        at += digits(at);
    }
    return (size_t)(at - s);
}

static bool read_word(Reader *r, JsonValue *v) {
    static const char *const WORDS[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(WORDS[i]);
        if (strncmp(r->at, WORDS[i], length) != 0) continue;
        r->at += length;
        v->type = (JsonType)(JSON_NULL + i);
        return true;
    }
    size_t length = number_length(r->at);
    if (!length) return fail(r, "not a value");
    v->type = JSON_NUMBER;
    v->text = strndup(r->at, length);
    r->at += length;
    return v->text || fail(r, "out of memory");
}

/* The values up to the closing bracket. */
static bool read_values(Reader *r, JsonValue *v, char closing) {
    JsonValue **last = &v->first;
    if (++r->depth > JSON_DEPTH) return fail(r, "too many brackets within brackets");
    for (bool first = true; !take(r, closing); first = false) {
        char *key = NULL;
        if (!first && !take(r, ',')) return fail(r, "a comma or a closing bracket is missing");
        if (closing == '}') {
            if (!take(r, '"')) return fail(r, "a name in quotes is missing");
            if (!(key = read_string(r))) return false;
            if (!take(r, ':')) return free(key), fail(r, "a colon is missing");
        }
        if (!(*last = read_value(r))) return free(key), false;
        (*last)->key = key;
        last = &(*last)->next;
    }
    r->depth--;
    return true;
}

static JsonValue *read_value(Reader *r) {
    JsonValue *v = calloc(1, sizeof *v);
    if (!v) return fail(r, "out of memory"), NULL;
    skip_blanks(r);
    v->line = r->line;
    bool good;
    if (take(r, '{')) v->type = JSON_OBJECT, good = read_values(r, v, '}');
    else if (take(r, '[')) v->type = JSON_ARRAY, good = read_values(r, v, ']');
    else if (take(r, '"')) v->type = JSON_STRING, good = (v->text = read_string(r)) != NULL;
    else good = read_word(r, v);
    if (good) return v;
    json_free(v);
    return NULL;
}

JsonValue *json_read(const char *text, long *line, char error[static JSON_ERROR_SIZE]) {
    Reader r = {.at = text, .line = 1, .error = error};
    *error = '\0';
    JsonValue *v = read_value(&r);
    skip_blanks(&r);
    *line = r.line;
    if (!v || !*r.at) return v;
    fail(&r, "something behind the end");
    json_free(v);
    return NULL;
}

void json_free(JsonValue *v) {
    while (v) {
        JsonValue *next = v->next;
        json_free(v->first);
        free(v->key);
        free(v->text);
        free(v);
        v = next;
    }
}

const JsonValue *json_get(const JsonValue *v, const char *key) {
    if (!v || v->type != JSON_OBJECT) return NULL;
    for (const JsonValue *item = v->first; item; item = item->next)
        if (!strcmp(item->key, key)) return item;
    return NULL;
}

const char *json_text(const JsonValue *v) { return v && v->type == JSON_STRING ? v->text : NULL; }
