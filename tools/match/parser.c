#define _GNU_SOURCE /* strdup */
#include "tools/match/parser.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool parser_fail(const Parser *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->error, MATCH_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

void parser_notice(Parser *p, const char *format, ...) {
    char text[MATCH_ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    MatchOptions *o = p->o;
    for (int i = 0; i < o->notice_count; i++)
        if (strcmp(o->notices[i], text) == 0) return;
    if (o->notice_count < MATCH_MAX_NOTICES && (o->notices[o->notice_count] = strdup(text))) o->notice_count++;
}

/* ---- values ---- */

bool parser_integer(const Parser *p, const char *what, const char *text, int64_t least, int64_t most, int64_t *out) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
        return parser_fail(p, "%s: `%s` is not a number from %" PRId64 " to %" PRId64, what, text, least, most);
    *out = value;
    return true;
}

bool parser_real(const Parser *p, const char *what, const char *text, double least, double most, double *out) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        return parser_fail(p, "%s: `%s` is not a number from %g to %g", what, text, least, most);
    *out = value;
    return true;
}

bool parser_one_of(const Parser *p, const char *what, const char *text, const char *const *words, int *index) {
    char known[128] = "";
    for (*index = 0; words[*index]; ++*index) {
        if (strcmp(text, words[*index]) == 0) return true;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *index ? ", " : "", words[*index]);
    }
    return parser_fail(p, "%s: `%s` is none of %s", what, text, known);
}

static bool read_int(const Parser *p, const Key *k, const char *what, const char *text, int *out) {
    int64_t value = 0;
    if (!parser_integer(p, what, text, k->least, k->most, &value)) return false;
    *out = (int)value;
    return true;
}

static bool read_bool(const Parser *p, const char *what, const char *text, bool *out) {
    static const char *const WORDS[] = {"off", "on", "false", "true", "no", "yes", "0", "1", NULL};
    int index;
    if (!parser_one_of(p, what, text, WORDS, &index)) return false;
    *out = index & 1;
    return true;
}

bool parser_value(Parser *p, const Key *k, void *target, const char *what, const char *value) {
    void *field = (char *)target + k->offset;
    switch (k->kind) {
    case VALUE_TEXT: *(const char **)field = value; return *value || parser_fail(p, "%s: empty", what);
    case VALUE_INT: return read_int(p, k, what, value, field);
    case VALUE_INT64: return parser_integer(p, what, value, k->least, k->most, field);
    case VALUE_BOOL: return read_bool(p, what, value, field);
    case VALUE_FLAG: *(bool *)field = true; return true;
    case VALUE_OWN: return k->read(p, target, what, value);
    case VALUE_UNUSED: parser_notice(p, "%s has no effect: %s", what, k->reason); return true;
    case VALUE_REFUSED: return parser_fail(p, "%s: %s", what, k->reason);
    }
    return false;
}

/* ---- words ---- */

const Key *parser_find(const Key *keys, const char *word) {
    size_t length = strcspn(word, "=");
    while (keys->name && (strlen(keys->name) != length || strncmp(keys->name, word, length) != 0)) keys++;
    return keys->name ? keys : NULL;
}

bool parser_keys(Parser *p, const Key *keys, void *target, const char *what, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const Key *k = parser_find(keys, words[i]);
        const char *equals = strchr(words[i], '=');
        bool bare = k && (k->kind == VALUE_FLAG || k->kind == VALUE_UNUSED || k->kind == VALUE_REFUSED);
        if (!equals && !bare) return parser_fail(p, "%s: `%s` is not KEY=VALUE", what, words[i]);
        if (!k) return parser_fail(p, "%s: unknown key in `%s`", what, words[i]);
        char name[64];
        snprintf(name, sizeof name, "%s %s", what, k->name);
        if (!parser_value(p, k, target, name, equals ? equals + 1 : "")) return false;
    }
    return true;
}

int parser_words_before_option(int count, char **words) {
    int before = 0;
    while (before < count && words[before][0] != '-') before++;
    return before;
}
