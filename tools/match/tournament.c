/* Worker threads take the lowest number that is still to be played, play it with engines of their own, and hand the record in. What they
 * share is behind one lock: the numbers, the file, the tally, and what is printed.
 *
 * A test (SPRT) counts encounters in the order of their numbers, and only while both games of all encounters before are played. The
 * verdict then depends on the results alone, not on which games happened to end first, and a resumed tournament comes to the same. */
#define _GNU_SOURCE /* pipe2, localtime_r */
#include "tools/match/tournament.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/match/book.h"
#include "tools/match/game.h"
#include "tools/match/report.h"
#include "tools/match/store.h"
#include "tools/match/tally.h"

/* So often in a row an engine of two may fail to start before there is nothing to be learnt any more. */
enum { FAILED_STARTS = 3, WARNINGS = 64 };

struct Tournament {
    const MatchOptions *options;
    Audience audience;
    FILE *out, *log;
    Book book;
    Schedule schedule;
    int interrupt[2];     /* a pipe; something to read: break off */
    pthread_mutex_t lock; /* for what follows */
    Store store;
    Tally tally;
    int64_t next; /* the lowest number that was not looked at */
    bool stopping;
    TournamentEnd end;
    int *failed_starts;       /* by engine, in a row */
    char *warnings[WARNINGS]; /* given already */
    int warning_count;
};

/* ---- words ---- */

/* Times of the log are those of the wall. */
static void log_line(Tournament *t, const char *text) {
    char stamp[32];
    struct timespec now;
    struct tm local;
    if (!t->log) return;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", localtime_r(&now.tv_sec, &local));
    fprintf(t->log, "%s.%03ld %s\n", stamp, now.tv_nsec / 1000000, text);
    fflush(t->log);
}

__attribute__((format(printf, 3, 4))) static void say(Tournament *t, bool always, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_line(t, text);
    if (!always && t->options->quiet) return;
    fprintf(t->out, "%s\n", text);
    fflush(t->out);
}

/* Once for every text. */
static void warn(void *context, const char *text) {
    Tournament *t = context;
    pthread_mutex_lock(&t->lock);
    int i = 0;
    while (i < t->warning_count && strcmp(t->warnings[i], text) != 0) i++;
    if (i == t->warning_count && i < WARNINGS && (t->warnings[i] = strdup(text))) {
        t->warning_count++;
        say(t, true, "Warning: %s", text);
    }
    pthread_mutex_unlock(&t->lock);
}

/* The wall of lines that `engine=on` asks for. */
static void trace(void *tournament, const char *engine, bool to_engine, const char *line) {
    char text[4096];
    snprintf(text, sizeof text, "%s %s %s", engine, to_engine ? "<" : ">", line);
    log_line(tournament, text);
}

/* ---- a game's record ---- */

static const char *name_of(const Tournament *t, int engine) { return t->options->engines[engine].name; }

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

static void set_time_controls(const Tournament *t, const Fixture *f, int white, Record *r) {
    char limits[2][128];
    for (int i = 0; i < 2; i++) timing_text(&t->options->engines[f->players[i]].timing, limits[i], sizeof limits[i]);
    if (strcmp(limits[0], limits[1]) == 0) {
        record_set_tag(r, "TimeControl", limits[0]);
    } else {
        record_set_tag(r, "WhiteTimeControl", limits[white]);
        record_set_tag(r, "BlackTimeControl", limits[!white]);
    }
}

static void complete_record(const Tournament *t, int64_t number, const Fixture *f, const GameResult *result, Record *r) {
    int white = game_white(&r->end);
    r->winner = result->winner == white ? WHITE : BLACK;
    record_set_tag(r, "Event", t->options->event);
    record_set_tag(r, "Site", t->options->site);
    set_date(r);
    set_tag(r, "Round", "%" PRId64, f->round + 1);
    record_set_tag(r, "Black", name_of(t, f->players[!white]));
    record_set_tag(r, "White", name_of(t, f->players[white]));
    if (white == 0) record_set_tag(r, "First", name_of(t, f->players[0]));
    record_set_tag(r, "Result", record_result_word(r->winner));
    set_tag(r, TALLY_NUMBER_TAG, "%" PRId64, number);
    set_tag(r, "PlyCount", "%d", r->turn_count);
    set_time_controls(t, f, white, r);
    record_set_tag(r, TALLY_END_TAG, game_end_text(result->end));
    record_set_tag(r, "Reason", result->reason);
}

/* ---- handing out, handing in: with the lock held ---- */

static void stop(Tournament *t, TournamentEnd end) {
    if (!t->stopping) t->end = end;
    t->stopping = true;
    if (write(t->interrupt[1], "", 1) < 0) {} /* full: that is as good */
}

static void print_progress(Tournament *t, int64_t number, const Record *r, const GameResult *result) {
    const MatchOptions *o = t->options;
    const char *white = record_tag(r, "White"), *black = record_tag(r, "Black");
    int64_t played = t->tally.played;
    say(t, false, "Finished game %" PRId64 " (%s vs %s): %s {%s}", number, white, black, record_result_word(r->winner),
        result->reason);
    if (o->quiet) return;
    if (o->outcome_interval && played % o->outcome_interval == 0) report_score(t->out, &t->tally);
    if (o->rating_interval && played % o->rating_interval == 0 && played < t->tally.games) report_ratings(t->out, &t->tally);
    fflush(t->out);
}

/* Whether an engine of two, or the only ones left, cannot be started any more. */
static void watch_starts(Tournament *t, const Fixture *f, const GameResult *result) {
    for (int i = 0; i < 2; i++) {
        int engine = f->players[i], *failed = &t->failed_starts[engine];
        if (result->end == END_NO_START && result->winner != i) ++*failed;
        else if (result->end != END_NO_START) *failed = 0;
        if (*failed < FAILED_STARTS || t->options->engine_count > 2 || t->stopping) continue;
        say(t, true, "Error: %s does not start, %d times in a row", name_of(t, engine), FAILED_STARTS);
        stop(t, TOURNAMENT_FAILED);
    }
}

/* The file first: what is not in it has not been played. */
static void hand_in(Tournament *t, int64_t number, const Fixture *f, const GameResult *result, Record *r) {
    complete_record(t, number, f, result, r);
    if (!store_append(&t->store, r)) {
        say(t, true, "Error: %s: %s", t->options->record_path, strerror(errno));
        return stop(t, TOURNAMENT_FAILED);
    }
    const char *wrong = tally_take(&t->tally, r);
    if (wrong) {
        say(t, true, "Error: game %" PRId64 ": %s", number, wrong);
        return stop(t, TOURNAMENT_FAILED);
    }
    print_progress(t, number, r, result);
    watch_starts(t, f, result);
    if (report_sprt_state(&t->tally) != SPRT_GOES_ON && !t->stopping) stop(t, TOURNAMENT_FINISHED);
}

/* The next number, 0 when there is none. */
static int64_t take_number(Tournament *t) {
    while (!t->stopping && t->next <= t->tally.games && tally_is_played(&t->tally, t->next)) t->next++;
    return t->stopping || t->next > t->tally.games ? 0 : t->next++;
}

/* ---- workers ---- */

static int64_t begin_game(Tournament *t, Fixture *f) {
    pthread_mutex_lock(&t->lock);
    int64_t number = take_number(t);
    if (number) {
        *f = schedule_fixture(&t->schedule, number);
        Position start = book_opening(&t->book, f->round);
        int white = game_white(&start);
        say(t, false, "Started game %" PRId64 " of %" PRId64 " (%s vs %s)", number, t->tally.games,
            name_of(t, f->players[white]), name_of(t, f->players[!white]));
    }
    pthread_mutex_unlock(&t->lock);
    return number;
}

static void fail(Tournament *t) {
    pthread_mutex_lock(&t->lock);
    say(t, true, "Error: memory is short");
    stop(t, TOURNAMENT_FAILED);
    pthread_mutex_unlock(&t->lock);
}

static void play_game(Tournament *t, Player *players, int64_t number, const Fixture *f) {
    Record record;
    Position start = book_opening(&t->book, f->round);
    for (int i = 0; i < t->options->engine_count; i++) /* only those that play take memory and processors */
        if (i != f->players[0] && i != f->players[1]) player_end(&players[i]);
    GameResult result = game_play(t->options, &start, (Player *[]){&players[f->players[0]], &players[f->players[1]]},
                                  t->interrupt[0], &record);
    pthread_mutex_lock(&t->lock);
    if (result.end != END_INTERRUPTED && !t->stopping) hand_in(t, number, f, &result, &record);
    bool failed = result.end == END_INTERRUPTED && !t->stopping; /* by nobody, so memory was short */
    pthread_mutex_unlock(&t->lock);
    if (failed) fail(t);
    record_free(&record);
}

static void *work(void *tournament) {
    Tournament *t = tournament;
    int count = t->options->engine_count;
    Player *players = calloc((size_t)count, sizeof *players);
    Fixture f;
    if (!players) fail(t);
    for (int i = 0; players && i < count; i++)
        players[i] = (Player){.spec = &t->options->engines[i], .audience = &t->audience};
    for (int64_t number; players && (number = begin_game(t, &f)) != 0;) play_game(t, players, number, &f);
    for (int i = 0; players && i < count; i++) player_end(&players[i]);
    free(players);
    return NULL;
}

/* A program that is not there is a mistake in the command line, and better found before the first game. */
static bool all_exist(Tournament *t) {
    for (int i = 0; i < t->options->engine_count; i++) {
        const EngineSpec *e = &t->options->engines[i];
        if (player_exists(e)) continue;
        say(t, true, "Error: %s cannot be started: `%s`: %s", e->name, e->command, strerror(errno));
        return false;
    }
    return true;
}

TournamentEnd tournament_play(Tournament *t) {
    pthread_t threads[MATCH_MAX_CONCURRENCY];
    int started = 0;
    bool decided = report_sprt_state(&t->tally) != SPRT_GOES_ON;
    if (t->tally.played)
        say(t, true, "Resumed: %" PRId64 " of %" PRId64 " games are in %s", t->tally.played, t->tally.games,
            t->options->record_path);
    if (!decided && t->tally.played < t->tally.games) {
        if (!all_exist(t)) return TOURNAMENT_FAILED;
        while (started < t->options->concurrency && !pthread_create(&threads[started], NULL, work, t)) started++;
        if (!started) say(t, true, "Error: no threads"), t->end = TOURNAMENT_FAILED;
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    report_final(t->out, &t->tally);
    static const char *const ENDS[] = {"Finished match", "Stopped", "Broken off"};
    say(t, false, "%s: %" PRId64 " of %" PRId64 " games played", ENDS[t->end], t->tally.played, t->tally.games);
    return t->end;
}

void tournament_stop(Tournament *t) {
    pthread_mutex_lock(&t->lock);
    stop(t, TOURNAMENT_STOPPED);
    pthread_mutex_unlock(&t->lock);
}

/* ---- opening and closing ---- */

static void notice(void *context, const char *text) { (void)context, fprintf(stderr, "cierzo-match: %s\n", text); }

static bool open_all(Tournament *t, char *error) {
    const MatchOptions *o = t->options;
    if (pipe2(t->interrupt, O_CLOEXEC | O_NONBLOCK))
        return snprintf(error, MATCH_ERROR_SIZE, "no pipe: %s", strerror(errno)), false;
    if (o->log_path && !(t->log = fopen(o->log_path, "ae")))
        return snprintf(error, MATCH_ERROR_SIZE, "%s: %s", o->log_path, strerror(errno)), false;
    if (!book_open(&t->book, o, error)) return false;
    t->failed_starts = calloc((size_t)o->engine_count, sizeof *t->failed_starts);
    if (!tally_init(&t->tally, o) || !t->failed_starts) return snprintf(error, MATCH_ERROR_SIZE, "memory is short"), false;
    return store_open(&t->store, o->record_path, o->sync, options_fingerprint(o, t->book.hash), tally_take, notice,
                      &t->tally, error);
}

Tournament *tournament_open(const MatchOptions *o, FILE *out, char error[static MATCH_ERROR_SIZE]) {
    Tournament *t = calloc(1, sizeof *t);
    if (!t) return snprintf(error, MATCH_ERROR_SIZE, "memory is short"), NULL;
    *t = (Tournament){.options = o,
                      .out = out,
                      .schedule = options_schedule(o),
                      .next = 1,
                      .audience = {.warn = warn, .trace = o->log_engines ? trace : NULL, .context = t},
                      .interrupt = {-1, -1},
                      .store = {.file = -1}};
    pthread_mutex_init(&t->lock, NULL);
    if (open_all(t, error)) return t;
    tournament_close(t);
    return NULL;
}

void tournament_close(Tournament *t) {
    for (int i = 0; i < 2; i++)
        if (t->interrupt[i] >= 0) close(t->interrupt[i]);
    for (int i = 0; i < t->warning_count; i++) free(t->warnings[i]);
    if (t->log) fclose(t->log);
    store_close(&t->store);
    tally_free(&t->tally);
    book_close(&t->book);
    free(t->failed_starts);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
