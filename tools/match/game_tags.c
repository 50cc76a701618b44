#define _GNU_SOURCE /* localtime_r */
#include "tools/match/game_tags.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/match/tally.h"

__attribute__((format(printf, 3, 4))) static void set_tag(Record *r, const char *name, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    record_set_tag(r, name, text);
}

static void set_date(Record *r) {
    time_t now = time(NULL);
    struct tm local;
    char date[16];
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    record_set_tag(r, "Date", date);
}

static void set_time_controls(const MatchOptions *o, const Fixture *f, int white, Record *r) {
    char limits[2][128];
    for (int i = 0; i < 2; i++) timing_text(&o->engines[f->players[i]].timing, limits[i], sizeof limits[i]);
    if (strcmp(limits[0], limits[1]) == 0) {
        record_set_tag(r, "TimeControl", limits[0]);
    } else {
        record_set_tag(r, "WhiteTimeControl", limits[white]);
        record_set_tag(r, "BlackTimeControl", limits[!white]);
    }
}

/* Left out where the names do not fit, or one would be taken for two. */
static void set_players(const MatchOptions *o, Record *r) {
    char names[4096] = "";
    size_t length = 0;
    for (int i = 0; i < o->engine_count; i++) {
        const char *name = match_options_name(o, i);
        int count = snprintf(names + length, sizeof names - length, "%s%s", i ? PLAYERS_BETWEEN : "", name);
        length += (size_t)count;
        if (length >= sizeof names || strstr(name, PLAYERS_BETWEEN)) return;
    }
    record_set_tag(r, PLAYERS_TAG, names);
    set_tag(r, SCHEDULE_TAG, "%" PRId64 " rounds of %d, %s", o->rounds, o->games, o->gauntlet ? "gauntlet" : "round-robin");
}

void game_tags_set(const MatchOptions *o, int64_t number, const Fixture *f, const GameResult *result, Record *r) {
    int white = game_white(&r->end);
    r->winner = result->winner == white ? WHITE : BLACK;
    record_set_tag(r, "Event", o->event);
    record_set_tag(r, "Site", o->site);
    set_date(r);
    set_tag(r, "Round", "%" PRId64, f->round + 1);
    record_set_tag(r, "Black", match_options_name(o, f->players[!white]));
    record_set_tag(r, "White", match_options_name(o, f->players[white]));
    if (white == 0) record_set_tag(r, "First", match_options_name(o, f->players[0]));
    record_set_tag(r, "Result", record_result_word(r->winner));
    set_tag(r, TALLY_NUMBER_TAG, "%" PRId64, number);
    set_players(o, r);
    set_tag(r, "PlyCount", "%d", r->turn_count);
    set_time_controls(o, f, white, r);
    record_set_tag(r, TALLY_END_TAG, game_end_text(result->end));
    record_set_tag(r, "Reason", result->reason);
}
