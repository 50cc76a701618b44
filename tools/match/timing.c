#define _GNU_SOURCE /* mempcpy */
/* Clocks belong to players, not to colours: a swap exchanges the colours and leaves the clocks where they are. */
#include "tools/match/timing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double DAYS = 30 * 86400.0;

/* Far beyond any game, and far enough below INT64_MAX to be added to a time. */
static const int64_t NO_LIMIT_MS = INT64_MAX / 4;

bool timing_parse_seconds(const char *text, double most, int64_t *ms) {
    char *end;
    if (*text < '.' || *text > '9') return false; /* strtod would take spaces, signs and `inf` */
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0 && seconds <= most)) return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

/* SECONDS or MINUTES:SECONDS. */
static bool parse_time(const char *text, int64_t *ms) {
    int64_t minutes = 0;
    char *colon = strchr(text, ':'), first[32];
    if (!colon) return timing_parse_seconds(text, DAYS, ms);
    if ((size_t)(colon - text) >= sizeof first) return false;
    *(char *)mempcpy(first, text, (size_t)(colon - text)) = '\0';
    if (!timing_parse_seconds(first, DAYS / 60, &minutes) || !timing_parse_seconds(colon + 1, 60, ms)) return false;
    *ms += 60 * minutes;
    return true;
}

bool timing_parse_clock(const char *text, Timing *t) {
    char copy[64], *time = copy;
    Timing read = *t;
    read.moves = 0;
    read.increment = read.base = 0;
    read.clock = strcmp(text, "inf") != 0;
    if (strlen(text) >= sizeof copy) return false;
    strcpy(copy, text);
    char *slash = strchr(copy, '/'), *plus = strchr(copy, '+');
    if (slash) {
        char *end;
        long moves = strtol(copy, &end, 10);
        if (end != slash || moves < 1 || moves > 1000) return false;
        read.moves = (int)moves;
        time = slash + 1;
    }
    if (plus) *plus = '\0';
    if (read.clock && (!parse_time(time, &read.base) || (plus && !parse_time(plus + 1, &read.increment)))) return false;
    if (read.clock && read.base + read.increment <= 0) return false;
    *t = read;
    return true;
}

bool timing_is_set(const Timing *t) { return t->clock || t->movetime > 0 || t->nodes > 0 || t->depth > 0; }

__attribute__((format(printf, 3, 4))) static void append(char *out, size_t size, const char *format, ...) {
    size_t length = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + length, size - length, format, arguments);
    va_end(arguments);
}

const char *timing_text(const Timing *t, char *out, size_t size) {
    *out = '\0';
    if (t->clock && t->moves) append(out, size, "%d/", t->moves);
    if (t->clock) append(out, size, "%g+%g", (double)t->base / 1000, (double)t->increment / 1000);
    if (t->movetime) append(out, size, "%sst=%g", *out ? " " : "", (double)t->movetime / 1000);
    if (t->nodes) append(out, size, "%snodes=%" PRId64, *out ? " " : "", t->nodes);
    if (t->depth) append(out, size, "%sdepth=%d", *out ? " " : "", t->depth);
    return out;
}

void timing_read_text(const char *text, Timing *t) {
    char word[64];
    int length;
    for (; sscanf(text, "%63s%n", word, &length) == 1; text += length) {
        if (sscanf(word, "nodes=%" SCNd64, &t->nodes) == 1 || sscanf(word, "depth=%d", &t->depth) == 1) continue;
        if (strncmp(word, "st=", 3) == 0) timing_parse_seconds(word + 3, 1e6, &t->movetime);
        else timing_parse_clock(word, t);
    }
}

/* ---- clocks ---- */

PlayerClock player_clock_start(const Timing *t) { return (PlayerClock){.left = t->base, .moves_to_go = t->moves}; }

int64_t player_clock_limit(const PlayerClock *c, const Timing *t) {
    if (!t->clock && !t->movetime) return t->maximum ? t->maximum : NO_LIMIT_MS;
    if (!t->clock) return t->movetime;
    return t->movetime && t->movetime < c->left ? t->movetime : c->left;
}

bool player_clock_spend(PlayerClock *c, const Timing *t, int64_t elapsed) {
    if (elapsed > player_clock_limit(c, t) + t->margin) return false;
    if (!t->clock) return true;
    c->left = (c->left > elapsed ? c->left - elapsed : 0) + t->increment;
    if (t->moves && --c->moves_to_go == 0) {
        c->left += t->base;
        c->moves_to_go = t->moves;
    }
    return true;
}

/* An opponent without a clock is shown with the mover's time: engines expect both clocks. */
static void append_clocks(const PlayerClock clocks[2], const Timing *const timings[2], int mover, int white,
                          ClientDialect dialect, char *out, size_t size) {
    int64_t left[2], increment[2];
    for (int i = 0; i < 2; i++) {
        int shown = timings[i]->clock ? i : mover;
        left[i] = clocks[shown].left;
        increment[i] = timings[shown]->increment;
    }
    if (dialect == CLIENT_UGI)
        append(out, size, "p1time %" PRId64 " p2time %" PRId64 " p1inc %" PRId64 " p2inc %" PRId64, left[0], left[1],
               increment[0], increment[1]);
    else
        append(out, size, "wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64, left[white], left[!white],
               increment[white], increment[!white]);
    if (timings[mover]->moves) append(out, size, " movestogo %d", clocks[mover].moves_to_go);
}

void timing_go(const PlayerClock clocks[2], const Timing *const timings[2], int mover, int white, ClientDialect dialect,
               char *out, size_t size) {
    const Timing *t = timings[mover];
    *out = '\0';
    if (t->clock) append_clocks(clocks, timings, mover, white, dialect, out, size);
    if (t->movetime) append(out, size, "%smovetime %" PRId64, *out ? " " : "", t->movetime);
    if (t->nodes) append(out, size, "%snodes %" PRId64, *out ? " " : "", t->nodes);
    if (t->depth) append(out, size, "%sdepth %d", *out ? " " : "", t->depth);
}
