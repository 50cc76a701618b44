/* Every game carries its number and the fingerprint of its tournament, so files may come in any order, hold games twice and end in the middle of
 * one. Games are counted as those of a match that is resumed are: in the order of their numbers, up to the first pair with a gap. */
#define _GNU_SOURCE /* open_memstream, strdup */
#include "tools/match/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/match/book.h"
#include "tools/match/game_tags.h"
#include "tools/match/standings.h"
#include "tools/match/store.h"
#include "tools/match/tally.h"

enum { MOST_GAPS = 20, WATCH_MS = 2000 };

typedef struct {
    MatchOptions *options;
    char fingerprint[STORE_FINGERPRINT_SIZE];
    bool plan_given; /* by the command line; else the files say who plays and how often */
    MatchTally tally;
    int64_t doubled;
    char **texts; /* of the games, by number - 1, where they are to be written; else NULL */
} Merge;

static bool fail(char *error, const char *path, const char *what) {
    return snprintf(error, MATCH_ERROR_SIZE, "%s: %s", path, what), false;
}

/* ---- what the files say of the match ---- */

static const char *take_players(MatchOptions *o, const char *names) {
    o->players = strdup(names);
    o->engines = calloc(MATCH_MAX_ENGINES, sizeof *o->engines);
    if (!o->players || !o->engines) return "memory is short";
    for (char *rest = o->players, *end; rest && o->engine_count < MATCH_MAX_ENGINES; rest = end) {
        if ((end = strstr(rest, PLAYERS_BETWEEN))) *end = '\0', end += strlen(PLAYERS_BETWEEN);
        o->engines[o->engine_count++].name = rest;
    }
    return NULL;
}

static const char *take_plan(void *context, const Record *r) {
    Merge *m = context;
    MatchOptions *o = m->options;
    const char *players = record_tag(r, PLAYERS_TAG), *schedule = record_tag(r, SCHEDULE_TAG), *wrong;
    int64_t rounds;
    int games;
    char kind[32];
    if (!players || !schedule || sscanf(schedule, SCHEDULE_READ, &rounds, &games, kind) != 3)
        return "the game does not say whose match it is: give -merge the whole command of the match";
    if (!o->engine_count && (wrong = take_players(o, players))) return wrong;
    if (rounds < 1 || rounds > 10000000 || games < 1 || games > 2 || o->engine_count < 2)
        return "a tag Schedule or Players that no match has";
    if (rounds > o->rounds) o->rounds = rounds;
    o->games = games;
    o->gauntlet = !strcmp(kind, "gauntlet");
    o->variant = r->start.variant;
    const char *limits = record_tag(r, "TimeControl");
    for (int i = 0; limits && i < o->engine_count; i++) timing_read_text(limits, &o->engines[i].timing);
    return NULL;
}

static bool find_plan(Merge *m, char **paths, int count, char *error) {
    MatchOptions *o = m->options;
    if (!m->plan_given) {
        free(o->engines);
        free(o->players);
        o->engines = NULL, o->players = NULL, o->engine_count = 0;
        for (int i = 0; i < count; i++)
            if (!store_read(paths[i], m->fingerprint, take_plan, m, error)) return false;
        return o->engine_count || fail(error, paths[0], "not a game in any file");
    }
    Book book;
    if (!book_open(&book, o, error)) return false;
    store_fingerprint_text(match_options_fingerprint(o, book.hash), m->fingerprint);
    book_close(&book);
    return true;
}

/* ---- the games ---- */

static bool keep_text(const Record *r, char **text) {
    size_t size = 0;
    FILE *memory = open_memstream(text, &size);
    bool good = memory && record_write(memory, r);
    return memory && fclose(memory) == 0 && good;
}

static const char *take_game(void *context, const Record *r) {
    Merge *m = context;
    const char *tag = record_tag(r, TALLY_NUMBER_TAG);
    int64_t number = tag ? atoll(tag) : 0;
    if (number >= 1 && number <= m->tally.games && tally_is_played(&m->tally, number)) return m->doubled++, NULL;
    const char *wrong = tally_take(&m->tally, r);
    return wrong || !m->texts || keep_text(r, &m->texts[number - 1]) ? wrong : "memory is short";
}

static bool write_games(const Merge *m, const char *path, char *error) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    bool good = out != NULL;
    for (int64_t i = 0; good && i < m->tally.games; i++)
        if (m->texts[i]) good = fputs(m->texts[i], out) >= 0;
    if (out && fclose(out)) good = false;
    return good || fail(error, path, strerror(errno));
}

static bool merge_files(Merge *m, char **paths, int count, char *error) {
    m->doubled = 0;
    if (!find_plan(m, paths, count, error)) return false;
    if (!tally_init(&m->tally, m->options)) return fail(error, paths[0], "memory is short");
    if (m->options->record_path && !(m->texts = calloc((size_t)m->tally.games, sizeof *m->texts)))
        return fail(error, paths[0], "memory is short");
    for (int i = 0; i < count; i++)
        if (!store_read(paths[i], m->fingerprint, take_game, m, error)) return false;
    return !m->options->record_path || write_games(m, m->options->record_path, error);
}

static void merge_free(Merge *m) {
    for (int64_t i = 0; m->texts && i < m->tally.games; i++) free(m->texts[i]);
    free(m->texts);
    m->texts = NULL;
    tally_free(&m->tally);
}

/* ---- what is told ---- */

static void name_missing(const MatchTally *t, FILE *out) {
    int gaps = 0;
    if (t->played == t->games) return;
    fprintf(out, "Missing: %" PRId64 " of %" PRId64 " games:", t->games - t->played, t->games);
    for (int64_t first = 1, last; first <= t->games; first = last + 1) {
        last = first;
        if (tally_is_played(t, first)) continue;
        while (last < t->games && !tally_is_played(t, last + 1)) last++;
        if (gaps++ == MOST_GAPS) break;
        fprintf(out, first == last ? " %" PRId64 : " %" PRId64 "-%" PRId64, first, last);
    }
    fprintf(out, gaps > MOST_GAPS ? " and more\n" : "\n");
}

static TournamentEnd tell(const Merge *m, int files, FILE *out) {
    static const char *const VERDICTS[] = {"", ", H0 is taken", ", H1 is taken"};
    SprtState verdict = tally_sprt_state(&m->tally);
    standings_final(out, &m->tally);
    if (m->doubled)
        fprintf(out, "Doubled: %" PRId64 " games are there more than once, the first of each counts\n", m->doubled);
    name_missing(&m->tally, out);
    fprintf(out, "Merged: %" PRId64 " of %" PRId64 " games from %d files%s\n", m->tally.played, m->tally.games, files,
            VERDICTS[verdict]);
    return verdict != SPRT_GOES_ON || m->tally.played == m->tally.games ? TOURNAMENT_FINISHED : TOURNAMENT_STOPPED;
}

static TournamentEnd merge_once(MatchOptions *o, FILE *out) {
    char error[MATCH_ERROR_SIZE];
    Merge m = {.options = o, .plan_given = o->engine_count > 0};
    bool good = merge_files(&m, o->merge, o->merge_count, error);
    TournamentEnd end = good ? tell(&m, o->merge_count, out) : TOURNAMENT_FAILED;
    if (!good) fprintf(stderr, "cierzo-match: %s\n", error);
    merge_free(&m);
    return end;
}

/* ---- watching a folder ---- */

/* Of the sizes: shards only append. */
static int64_t bytes_of(const glob_t *files) {
    int64_t sum = 0;
    struct stat st;
    for (size_t i = 0; i < files->gl_pathc; i++)
        if (stat(files->gl_pathv[i], &st) == 0) sum += st.st_size;
    return sum;
}

static bool make_stop_file(const char *path) {
    int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (path && file < 0) fprintf(stderr, "cierzo-match: %s: %s\n", path, strerror(errno));
    return !path || (file >= 0 && close(file) == 0);
}

/* True when there is no more to wait for, with how it ended. */
static bool look(MatchOptions *o, bool plan_given, const glob_t *files, FILE *out, TournamentEnd *end) {
    char error[MATCH_ERROR_SIZE];
    Merge m = {.options = o, .plan_given = plan_given};
    int count = (int)files->gl_pathc;
    bool good = merge_files(&m, files->gl_pathv, count, error);
    bool done = !good || tally_sprt_state(&m.tally) != SPRT_GOES_ON || m.tally.played == m.tally.games;
    *end = TOURNAMENT_FAILED;
    if (!good) {
        fprintf(stderr, "cierzo-match: %s\n", error);
    } else if (done) {
        *end = tell(&m, count, out);
        if (!make_stop_file(o->stop_path)) *end = TOURNAMENT_FAILED;
    } else if (m.tally.played) {
        standings_ratings(out, &m.tally);
    }
    fflush(out);
    merge_free(&m);
    return done;
}

static TournamentEnd merge_watch(MatchOptions *o, FILE *out) {
    char pattern[4096];
    bool plan_given = o->engine_count > 0;
    int64_t seen = 0;
    if (access(o->watch_path, R_OK | X_OK)) {
        fprintf(stderr, "cierzo-match: %s: %s\n", o->watch_path, strerror(errno));
        return TOURNAMENT_FAILED;
    }
    snprintf(pattern, sizeof pattern, "%s/*.pgn", o->watch_path);
    for (int ms = o->wait_ms ? o->wait_ms : WATCH_MS;;) {
        glob_t files = {0};
        TournamentEnd end;
        bool done = false;
        int64_t bytes = glob(pattern, 0, NULL, &files) == 0 ? bytes_of(&files) : 0;
        if (bytes != seen) done = look(o, plan_given, &files, out, &end);
        seen = bytes;
        globfree(&files);
        if (done) return end;
        nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
    }
}

TournamentEnd merge_run(MatchOptions *o, FILE *out) { return o->watch_path ? merge_watch(o, out) : merge_once(o, out); }
