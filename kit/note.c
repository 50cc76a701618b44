#include "kit/note.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Note NOTE_NONE = {NOTE_NO_SCORE, 0, 0, -1, 0};

/* Numbers with more digits are no notes. Enough for any score, depth, time and node count, and few enough not to overflow their types. */
enum { MOST_DIGITS = 8, MOST_TIME_DIGITS = 12, MOST_NODE_DIGITS = 18 };

size_t note_score_text(const Note *n, char *out, size_t size) {
    char sign = n->score < 0 ? '-' : '+';
    unsigned score = n->score < 0 ? 0u - (unsigned)n->score : (unsigned)n->score;
    if (size) *out = '\0';
    if (n->kind == NOTE_MATE) return (size_t)snprintf(out, size, "%cM%u", sign, score);
    if (n->kind == NOTE_CP) return (size_t)snprintf(out, size, "%c%u.%02u", sign, score / 100, score % 100);
    return 0;
}

size_t note_text(const Note *n, char *out, size_t size) {
    char score[32], depth[16] = "", time[32] = "", nodes[32] = "";
    bool scored = note_score_text(n, score, sizeof score) > 0, timed = n->time >= 0;
    if (scored && n->depth > 0) snprintf(depth, sizeof depth, "/%d", n->depth);
    if (timed) snprintf(time, sizeof time, "%s%" PRId64 ".%03ds", scored ? " " : "", n->time / 1000, (int)(n->time % 1000));
    if (n->nodes) snprintf(nodes, sizeof nodes, "%s%" PRIu64 "n", scored || timed ? " " : "", n->nodes);
    return (size_t)snprintf(out, size, "%s%s%s%s", score, depth, time, nodes);
}

double note_probability(const Note *n) {
    if (n->kind == NOTE_MATE) return n->score > 0;
    return 1 / (1 + pow(10, -n->score / 400.0));
}

static bool ends_word(char c) { return !c || isspace((unsigned char)c); }

/* A run of at most `most` digits, as a number; false without one. */
static bool read_digits(const char **text, int most, uint64_t *out) {
    const char *s = *text;
    uint64_t n = 0;
    for (; isdigit((unsigned char)*s); s++) {
        if (s - *text >= most) return false;
        n = 10 * n + (uint64_t)(*s - '0');
    }
    if (s == *text) return false;
    *text = s;
    *out = n;
    return true;
}

/* The fraction behind a point, in parts of 10^-places; further digits are dropped. */
static bool read_fraction(const char **text, int places, uint64_t *out) {
    if (**text != '.' || !isdigit((unsigned char)(*text)[1])) return false;
    (*text)++;
    *out = 0;
    for (int i = 0; i < places; i++) *out = 10 * *out + (isdigit((unsigned char)**text) ? (uint64_t)(*(*text)++ - '0') : 0);
    while (isdigit((unsigned char)**text)) (*text)++;
    return true;
}

static bool read_note_score(const char *s, Note *out, const char **end) {
    uint64_t whole, hundredths = 0, depth = 0;
    if (*s != '+' && *s != '-') return false;
    bool negative = *s++ == '-', mate = *s == 'M';
    if (mate) s++;
    if (!read_digits(&s, MOST_DIGITS - 2, &whole)) return false;
    if (!mate && !read_fraction(&s, 2, &hundredths)) return false;
    if (*s == '/') {
        s++;
        if (!read_digits(&s, MOST_DIGITS, &depth)) return false;
    }
    if (!ends_word(*s)) return false;
    int score = (int)(mate ? whole : 100 * whole + hundredths);
    out->kind = mate ? NOTE_MATE : NOTE_CP;
    out->score = negative ? -score : score;
    out->depth = (int)depth;
    *end = s;
    return true;
}

static bool read_note_time(const char *s, Note *out, const char **end) {
    uint64_t seconds, thousandths = 0;
    if (!read_digits(&s, MOST_TIME_DIGITS, &seconds)) return false;
    if (*s == '.' && !read_fraction(&s, 3, &thousandths)) return false;
    if (s[0] != 's' || !ends_word(s[1])) return false;
    out->time = (int64_t)(1000 * seconds + thousandths);
    *end = s + 1;
    return true;
}

static bool read_note_nodes(const char *s, Note *out, const char **end) {
    uint64_t nodes;
    if (!read_digits(&s, MOST_NODE_DIGITS, &nodes) || s[0] != 'n' || !ends_word(s[1])) return false;
    out->nodes = nodes;
    *end = s + 1;
    return true;
}

static const char *skip_blanks(const char *s) {
    while (isspace((unsigned char)*s)) s++;
    return s;
}

const char *note_parse(const char *text, Note *out) {
    const char *s = skip_blanks(text);
    *out = NOTE_NONE;
    if (read_note_score(s, out, &s)) s = skip_blanks(s);
    if (read_note_time(s, out, &s)) s = skip_blanks(s);
    if (read_note_nodes(s, out, &s)) s = skip_blanks(s);
    return s;
}
