/* Threads take the lowest number that is still to be played, play that game with engine processes of their own, and hand the record in.
 * What they share, the numbers, the file and the tally, is behind one lock.
 *
 * SPRT counts encounters in the order of their numbers and stops before the first one that is not complete. So its verdict depends on the
 * results alone, not on which games happened to end first, and a resumed tournament comes to the same verdict. */
#define _GNU_SOURCE /* pipe2 */
#include "tools/match/tournament.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/match/book.h"
#include "tools/match/game.h"
#include "tools/match/game_tags.h"
#include "tools/match/journal.h"
#include "tools/match/standings.h"
#include "tools/match/store.h"
#include "tools/match/tally.h"

/* A match of two is over when one of them has failed to start so often in a row: there is nothing more to learn. */
enum { FAILED_STARTS = 3 };

struct Tournament {
    const MatchOptions *options;
    Journal journal;
    Book book;
    Schedule schedule;
    int interrupt[2];     /* a pipe: something to read in it ends all waits for engines */
    pthread_mutex_t lock; /* for what follows */
    Store store;
    MatchTally tally;
    int64_t next; /* all lower numbers are played or being played */
    bool stopping, stopped_by_file;
    TournamentEnd end;
    int *failed_starts; /* by engine, in a row */
};

/* ---- the shared part: to be called with the lock held ---- */

static void stop(Tournament *t, TournamentEnd end) {
    if (!t->stopping) t->end = end;
    t->stopping = true;
    if (write(t->interrupt[1], "", 1) < 0) {} /* a full pipe interrupts as well */
}

static void print_progress(Tournament *t, int64_t number, const Record *r, const GameResult *result) {
    const MatchOptions *o = t->options;
    const char *white = record_tag(r, "White"), *black = record_tag(r, "Black");
    int64_t played = t->tally.played;
    journal_say(&t->journal, false, "Finished game %" PRId64 " (%s vs %s): %s {%s}", number, white, black,
                record_result_word(r->winner), result->reason);
    if (o->quiet) return;
    FILE *out = journal_hold(&t->journal);
    if (o->outcome_interval && played % o->outcome_interval == 0) standings_score(out, &t->tally);
    if (o->rating_interval && played % o->rating_interval == 0 && played < t->tally.games) standings_ratings(out, &t->tally);
    journal_release(&t->journal);
}

/* Ends a match of two when one of them cannot be started any more. */
static void watch_starts(Tournament *t, const Fixture *f, const GameResult *result) {
    for (int i = 0; i < 2; i++) {
        int engine = f->players[i], *failed = &t->failed_starts[engine];
        if (result->end == END_NO_START && result->winner != i) ++*failed;
        else if (result->end != END_NO_START) *failed = 0;
        if (*failed < FAILED_STARTS || t->options->engine_count > 2 || t->stopping) continue;
        journal_say(&t->journal, true, "Error: %s does not start, %d times in a row", match_options_name(t->options, engine),
                    FAILED_STARTS);
        stop(t, TOURNAMENT_FAILED);
    }
}

/* The file comes first: a game that is not in it counts as not played when the tournament is resumed. */
static void hand_in(Tournament *t, int64_t number, const Fixture *f, const GameResult *result, Record *r) {
    game_tags_set(t->options, number, f, result, r);
    if (!store_append(&t->store, r)) {
        journal_say(&t->journal, true, "Error: %s: %s", t->options->record_path, strerror(errno));
        return stop(t, TOURNAMENT_FAILED);
    }
    const char *wrong = tally_take(&t->tally, r);
    if (wrong) {
        journal_say(&t->journal, true, "Error: game %" PRId64 ": %s", number, wrong);
        return stop(t, TOURNAMENT_FAILED);
    }
    print_progress(t, number, r, result);
    watch_starts(t, f, result);
    if (tally_sprt_state(&t->tally) != SPRT_GOES_ON && !t->stopping) stop(t, TOURNAMENT_FINISHED);
}

/* Both games of an encounter belong to the same shard, so that pairs are whole wherever one ends. */
static bool is_mine(const Tournament *t, int64_t number) {
    return shard_has(t->options->shard, (number - 1) / t->schedule.games);
}

/* How many games there are to play, in the shard or in all. */
static int64_t games_to_play(const Tournament *t) {
    return shard_count(t->options->shard, t->tally.games / t->schedule.games) * t->schedule.games;
}

/* The user, or a merge that has come to a verdict, has laid the file of -stop there. Games under way go on to their ends. */
static void obey_stop_file(Tournament *t) {
    const char *path = t->options->stop_path;
    if (!path || t->stopped_by_file || access(path, F_OK)) return;
    journal_say(&t->journal, true, "%s is there: no more games begin", path);
    t->stopped_by_file = true;
}

/* The next number, 0 when there is none. */
static int64_t take_number(Tournament *t) {
    obey_stop_file(t);
    if (t->stopped_by_file) return 0;
    while (!t->stopping && t->next <= t->tally.games && (!is_mine(t, t->next) || tally_is_played(&t->tally, t->next)))
        t->next++;
    return t->stopping || t->next > t->tally.games ? 0 : t->next++;
}

/* ---- workers ---- */

static int64_t next_game(Tournament *t, Fixture *f) {
    pthread_mutex_lock(&t->lock);
    int64_t number = take_number(t);
    if (number) {
        *f = schedule_fixture(&t->schedule, number);
        Position start = book_opening(&t->book, f->round);
        int white = game_white(&start);
        journal_say(&t->journal, false, "Started game %" PRId64 " of %" PRId64 " (%s vs %s)", number, t->tally.games,
                    match_options_name(t->options, f->players[white]), match_options_name(t->options, f->players[!white]));
    }
    pthread_mutex_unlock(&t->lock);
    return number;
}

static void fail_for_memory(Tournament *t) {
    pthread_mutex_lock(&t->lock);
    journal_say(&t->journal, true, "Error: memory is short");
    stop(t, TOURNAMENT_FAILED);
    pthread_mutex_unlock(&t->lock);
}

static void play_number(Tournament *t, Entrant *players, int64_t number, const Fixture *f) {
    Record record;
    Position start = book_opening(&t->book, f->round);
    for (int i = 0; i < t->options->engine_count; i++) /* idle processes would take memory and processors */
        if (i != f->players[0] && i != f->players[1]) entrant_end(&players[i]);
    GameResult result = game_play(t->options, number, &start,
                                  (Entrant *[]){&players[f->players[0]], &players[f->players[1]]}, t->interrupt[0], &record);
    pthread_mutex_lock(&t->lock);
    if (result.end != END_INTERRUPTED && !t->stopping) hand_in(t, number, f, &result, &record);
    bool failed = result.end == END_INTERRUPTED && !t->stopping; /* not interrupted by us, so memory was short */
    pthread_mutex_unlock(&t->lock);
    if (failed) fail_for_memory(t);
    record_free(&record);
}

/* Waits as -wait says, or until the tournament is stopped. */
static void pause_between_games(const Tournament *t) {
    struct pollfd stopped = {.fd = t->interrupt[0], .events = POLLIN};
    if (t->options->wait_ms) poll(&stopped, 1, t->options->wait_ms);
}

static void *play_until_done(void *tournament) {
    Tournament *t = tournament;
    int count = t->options->engine_count;
    Entrant *players = calloc((size_t)count, sizeof *players);
    Fixture f;
    if (!players) fail_for_memory(t);
    for (int i = 0; players && i < count; i++)
        players[i] = (Entrant){.spec = &t->options->engines[i], .journal = &t->journal};
    for (int64_t number; players && (number = next_game(t, &f)) != 0; pause_between_games(t))
        play_number(t, players, number, &f);
    for (int i = 0; players && i < count; i++) entrant_end(&players[i]);
    free(players);
    return NULL;
}

/* Whether all programs can be started; a mistake in the command line is better found before the first game. */
static bool all_exist(Tournament *t) {
    for (int i = 0; i < t->options->engine_count; i++) {
        const EngineSpec *e = &t->options->engines[i];
        if (entrant_exists(e)) continue;
        journal_say(&t->journal, true, "Error: %s cannot be started: `%s`: %s", e->name, e->command, strerror(errno));
        return false;
    }
    return true;
}

TournamentEnd tournament_play(Tournament *t) {
    pthread_t threads[MATCH_MAX_CONCURRENCY];
    int started = 0;
    bool decided = tally_sprt_state(&t->tally) != SPRT_GOES_ON;
    if (t->tally.played)
        journal_say(&t->journal, true, "Resumed: %" PRId64 " of %" PRId64 " games are in %s", t->tally.played,
                    games_to_play(t), t->options->record_path);
    if (!decided && t->tally.played < games_to_play(t)) {
        if (!all_exist(t)) return TOURNAMENT_FAILED;
        while (started < t->options->concurrency && !pthread_create(&threads[started], NULL, play_until_done, t)) started++;
        if (!started) journal_say(&t->journal, true, "Error: no threads"), t->end = TOURNAMENT_FAILED;
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    standings_final(journal_hold(&t->journal), &t->tally);
    journal_release(&t->journal);
    static const char *const ENDS[] = {"Finished match", "Stopped", "Broken off"};
    journal_say(&t->journal, false, "%s: %" PRId64 " of %" PRId64 " games played", ENDS[t->end], t->tally.played,
                games_to_play(t));
    return t->end;
}

void tournament_stop(Tournament *t) {
    pthread_mutex_lock(&t->lock);
    stop(t, TOURNAMENT_STOPPED);
    pthread_mutex_unlock(&t->lock);
}

/* ---- opening and closing ---- */

/* A game found in the record. */
static const char *take_recorded(void *context, const Record *r) {
    Tournament *t = context;
    const char *wrong = tally_take(&t->tally, r);
    return wrong || is_mine(t, atoll(record_tag(r, TALLY_NUMBER_TAG))) ? wrong : "a game that is not of this shard";
}

static void notice(void *context, const char *text) { (void)context, fprintf(stderr, "cierzo-match: %s\n", text); }

static bool open_all(Tournament *t, char *error) {
    const MatchOptions *o = t->options;
    if (pipe2(t->interrupt, O_CLOEXEC | O_NONBLOCK))
        return snprintf(error, MATCH_ERROR_SIZE, "no pipe: %s", strerror(errno)), false;
    if (!book_open(&t->book, o, error)) return false;
    t->failed_starts = calloc((size_t)o->engine_count, sizeof *t->failed_starts);
    if (!tally_init(&t->tally, o) || !t->failed_starts) return snprintf(error, MATCH_ERROR_SIZE, "memory is short"), false;
    return store_open(&t->store, o->record_path, o->sync, match_options_fingerprint(o, t->book.hash), take_recorded, notice,
                      t, error);
}

Tournament *tournament_open(const MatchOptions *o, FILE *out, char error[static MATCH_ERROR_SIZE]) {
    Tournament *t = calloc(1, sizeof *t);
    if (!t) return snprintf(error, MATCH_ERROR_SIZE, "memory is short"), NULL;
    *t = (Tournament){
        .options = o, .schedule = match_options_schedule(o), .next = 1, .interrupt = {-1, -1}, .store = {.file = -1}};
    pthread_mutex_init(&t->lock, NULL);
    if (!journal_open(&t->journal, out, o->log_path, o->log_engines, o->quiet))
        snprintf(error, MATCH_ERROR_SIZE, "%s: %s", o->log_path, strerror(errno));
    else if (open_all(t, error)) return t;
    tournament_close(t);
    return NULL;
}

void tournament_close(Tournament *t) {
    for (int i = 0; i < 2; i++)
        if (t->interrupt[i] >= 0) close(t->interrupt[i]);
    journal_close(&t->journal);
    store_close(&t->store);
    tally_free(&t->tally);
    book_close(&t->book);
    free(t->failed_starts);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
