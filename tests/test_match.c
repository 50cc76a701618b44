/* cierzo-match from outside, with stand-ins (standin.c) that fail in all ways that engines do. Margins are wide: a slow machine must not make an
 * honest engine lose. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/clock.h"
#include "kit/client.h"
#include "kit/record.h"
#include "tests/session.h"
#include "tests/support.h"

enum { OUTPUT = 1 << 20, MAX_GAMES = 4000 };

static char folder[SUPPORT_PATH], games_path[SUPPORT_PATH + 16];

static void init(void) {
    support_init();
    cr_assert(mkdtemp(support_temporary(folder, "match")));
    snprintf(games_path, sizeof games_path, "%s/games.pgn", folder);
}

static void fini(void) {
    char command[SUPPORT_PATH + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(match, .init = init, .fini = fini);

static const char *environment(const char *name) {
    const char *value = getenv(name);
    cr_assert(value && *value, "%s is not set", name);
    return value;
}

/* ---- running it ---- */

/* In the arguments `@` stands for the stand-in and `%%` for itself. */
static char *command_line(const char *format, va_list arguments) {
    char text[8192];
    vsnprintf(text, sizeof text, format, arguments);
    size_t room = 1 << 16;
    char *out = calloc(1, room);
    int length = snprintf(out, room, "exec '%s' ", environment("CIERZO_MATCH"));
    for (const char *c = text; *c; c++)
        length += *c == '@' ? snprintf(out + length, room - (size_t)length, "%s", environment("CIERZO_STANDIN"))
                            : snprintf(out + length, room - (size_t)length, "%c", *c);
    return out;
}

typedef struct {
    int status;
    char *text; /* standard output and error */
} Run;

/* Runs it to its end. */
__attribute__((format(printf, 1, 2))) static Run run(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *command = command_line(format, arguments);
    va_end(arguments);
    strcat(command, " 2>&1");
    FILE *f = popen(command, "r");
    cr_assert(f);
    Run r = {.text = calloc(1, OUTPUT)};
    size_t length = fread(r.text, 1, OUTPUT - 1, f);
    r.text[length] = '\0';
    int status = pclose(f);
    r.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    free(command);
    return r;
}

/* Starts it in the background, its output goes to a file. */
__attribute__((format(printf, 1, 2))) static pid_t begin(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *command = command_line(format, arguments);
    va_end(arguments);
    pid_t pid = fork();
    cr_assert_geq(pid, 0);
    if (pid == 0) {
        char path[128];
        snprintf(path, sizeof path, "%s/output", folder);
        int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    free(command);
    return pid;
}

static int end_of(pid_t pid) {
    int status;
    for (int64_t end = clock_now_ms() + TALK_GUARD_MS; clock_now_ms() < end; usleep(2000))
        if (waitpid(pid, &status, WNOHANG) == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    kill(pid, SIGKILL);
    cr_assert_fail("it does not end");
    return -1;
}

static void expect(const Run *r, int status, const char *text) {
    cr_assert_eq(r->status, status, "status %d, not %d:\n%s", r->status, status, r->text);
    cr_assert(strstr(r->text, text), "no `%s` in:\n%s", text, r->text);
}

/* ---- reading what it wrote ---- */

typedef struct {
    int count;               /* of games in the file */
    int seen[MAX_GAMES + 1]; /* how often each number */
    char losers[MAX_GAMES][32], ends[MAX_GAMES][32];
    int won_by_a;
} Games;

static Games *read_games(void) {
    char error[RECORD_ERROR_SIZE];
    Record r;
    RecordStatus status;
    Games *g = calloc(1, sizeof *g);
    FILE *f = fopen(games_path, "r");
    cr_assert(f);
    RecordReader *reader = record_reader_open(f);
    while ((status = record_read(reader, &r, error)) == RECORD_READ) {
        cr_assert_lt(g->count, MAX_GAMES);
        const char *winner = record_tag(&r, r.winner == WHITE ? "White" : "Black");
        snprintf(g->losers[g->count], 32, "%s", record_tag(&r, r.winner == WHITE ? "Black" : "White"));
        snprintf(g->ends[g->count], 32, "%s", record_tag(&r, "Termination"));
        g->won_by_a += strcmp(winner, "A") == 0;
        int number = atoi(record_tag(&r, "Game"));
        cr_assert(number >= 1 && number <= MAX_GAMES);
        g->seen[number]++;
        g->count++;
        record_free(&r);
    }
    cr_assert_eq(status, RECORD_END, "%s", error);
    record_reader_close(reader);
    fclose(f);
    return g;
}

static int count_games(void) {
    Games *g = read_games();
    int count = g->count;
    free(g);
    return count;
}

static void each_exactly_once(int games) {
    Games *g = read_games();
    cr_assert_eq(g->count, games);
    for (int i = 1; i <= games; i++) cr_assert_eq(g->seen[i], 1, "game %d is there %d times", i, g->seen[i]);
    free(g);
}

/* ---- engines at fault ---- */

/* Everyone but A loses all its games, in its own way, and the tournament comes to its end. */
static void all_lose(const Run *r, int games, const char *const (*expected)[2]) {
    cr_assert_eq(r->status, 0, "%s", r->text);
    Games *g = read_games();
    cr_assert_eq(g->count, games);
    for (int i = 0; i < games; i++) {
        int k = 0;
        while (expected[k][0] && strcmp(expected[k][0], g->losers[i]) != 0) k++;
        cr_assert(expected[k][0], "%s has lost by %s", g->losers[i], g->ends[i]);
        cr_assert_str_eq(g->ends[i], expected[k][1], "%s", g->losers[i]);
    }
    free(g);
}

Test(match, engines_at_fault_lose_their_games_and_nothing_else) {
    static const char *const EXPECTED[][2] = {
        {"crash", "crash"}, {"illegal", "illegal move"}, {"nothing", "illegal move"}, {"lines", "flood"}, {"line", "flood"},
        {"close", "crash"}, {"twice", "protocol"},       {"exit", "no start"},        {NULL, NULL}};
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@ crash 2' name=crash -engine 'cmd=@ illegal 2' name=illegal "
        "-engine 'cmd=@ nothing' name=nothing -engine 'cmd=@ lines 2' name=lines -engine 'cmd=@ line' name=line "
        "-engine 'cmd=@ close 2' name=close -engine 'cmd=@ twice 1' name=twice -engine 'cmd=@ exit' name=exit "
        "-each depth=1 maxtime=250 -variant veletas-7 -openings random -tournament gauntlet -concurrency 3 -pgnout file=%s",
        games_path);
    all_lose(&r, 16, EXPECTED);
    free(r.text);
}

Test(match, engines_too_slow_lose_their_games_and_nothing_else) {
    static const char *const EXPECTED[][2] = {
        {"hang", "time forfeit"}, {"garbage", "time forfeit"}, {"late", "time forfeit"}, {"deaf", "stall"},
        {"mute", "no start"},     {"silent", "no start"},      {"endless", "stall"},     {NULL, NULL}};
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@ hang 2' name=hang -engine 'cmd=@ garbage 2' name=garbage "
        "-engine 'cmd=@ late 2 1800' name=late -engine 'cmd=@ deaf 2' name=deaf -engine 'cmd=@ mute' name=mute "
        "-engine 'cmd=@ silent' name=silent -engine 'cmd=@ hang 2' name=endless depth=1 maxtime=1 "
        "-each st=0.05 timemargin=1000 -variant veletas-7 -openings random -tournament gauntlet -games 1 -startup-ms 2500 "
        "-ping-ms 2500 -concurrency 8 -pgnout file=%s",
        games_path);
    all_lose(&r, 7, EXPECTED);
    free(r.text);
}

/* Both live and read, and think that they have answered. The user is told of the wait, and then what was wrong with the answer. */
Test(match, engines_that_never_answer_lose_and_are_told_why) {
    static const char *const EXPECTED[][2] = {{"capital", "stall"}, {"unfinished", "stall"}, {NULL, NULL}};
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@ capital 2' name=capital -engine 'cmd=@ unfinished 2' name=unfinished "
        "-each depth=1 maxtime=2 -variant veletas-7 -openings random -tournament gauntlet -games 1 -concurrency 2 -pgnout file=%s",
        games_path);
    all_lose(&r, 2, EXPECTED);
    expect(&r, 0, "Waiting for capital in game 1: no bestmove for 1 s; it loses the game after 2 s (maxtime)");
    expect(&r, 0, "Waiting for unfinished in game 2: no bestmove for 1 s; it loses the game after 2 s (maxtime)");
    expect(&r, 0, " stalls: no bestmove within 2 s; its last line was `Bestmove ");
    expect(&r, 0, " stalls: no bestmove within 2 s; its last output was an unfinished line: `bestmove ");
    free(r.text);
}

/* A stubborn engine plays well and ignores `quit`. */
Test(match, engines_that_do_not_quit_are_ended) {
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@ stubborn' name=B stderr='%s/errors' -each depth=1 -variant veletas-7 -openings random",
        folder);
    expect(&r, 0, "Finished match: 2 of 2 games played");
    free(r.text);
}

Test(match, a_program_that_is_not_there_is_a_mistake) {
    Run r = run("-engine 'cmd=@' -engine cmd=./no/such/program name=B -each depth=1 -pgnout file=%s", games_path);
    expect(&r, 2, "B cannot be started");
    cr_assert_eq(count_games(), 0);
    free(r.text);
}

Test(match, a_match_against_what_never_starts_ends) {
    Run r = run("-engine 'cmd=@' name=A -engine 'cmd=@ exit' name=B -each depth=1 -rounds 100 -pgnout file=%s", games_path);
    expect(&r, 2, "B does not start, 3 times in a row");
    each_exactly_once(3);
    free(r.text);
}

/* ---- the record ---- */

static const char MATCH[] =
    "-engine 'cmd=@' name=A -engine 'cmd=@' name=B -each nodes=1 -variant veletas-7 -openings random -concurrency 2 ";

Test(match, killed_at_random_moments_and_resumed) {
    int games = support_scaled(400);
    Random r = random_seeded((uint64_t)getpid());
    if (games > MAX_GAMES) games = MAX_GAMES;
    for (int kills = 0; kills < 10; kills++) {
        pid_t pid = begin("%s -rounds %d -pgnout file=%s", MATCH, games / 2, games_path);
        usleep((useconds_t)random_below(&r, 200000));
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    Run last = run("%s -rounds %d -pgnout file=%s", MATCH, games / 2, games_path);
    char line[64];
    snprintf(line, sizeof line, "Finished match: %d of %d games played", games, games);
    expect(&last, 0, line);
    each_exactly_once(games);
    Games *g = read_games();
    snprintf(line, sizeof line, "Score of A vs B: %d - %d - 0 ", g->won_by_a, games - g->won_by_a);
    cr_assert(strstr(last.text, line), "no `%s`", line);
    free(g);
    free(last.text);
}

/* The file is cut at the end of a game, inside one, and to nothing. */
Test(match, a_file_cut_anywhere_is_mended) {
    Run r = run("%s -rounds 2 -pgnout file=%s sync=off", MATCH, games_path);
    struct stat st;
    cr_assert_eq(stat(games_path, &st), 0);
    cr_assert_eq(r.status, 0, "%s", r.text);
    free(r.text);
    for (off_t size = st.st_size - 1; size >= 0; size -= size > st.st_size - 4 ? 1 : 293) {
        cr_assert_eq(truncate(games_path, size), 0);
        r = run("%s -rounds 2 -pgnout file=%s sync=off", MATCH, games_path);
        expect(&r, 0, "Finished match: 4 of 4 games played");
        each_exactly_once(4);
        free(r.text);
    }
}

Test(match, more_rounds_go_on_where_the_last_ended) {
    Run r = run("%s -rounds 2 -pgnout file=%s", MATCH, games_path);
    free(r.text);
    r = run("%s -rounds 3 -pgnout file=%s", MATCH, games_path);
    expect(&r, 0, "Resumed: 4 of 6 games");
    each_exactly_once(6);
    free(r.text);
    r = run("%s -rounds 3 -pgnout file=%s", MATCH, games_path);
    expect(&r, 0, "Resumed: 6 of 6 games");
    cr_assert_null(strstr(r.text, "Started game"));
    free(r.text);
}

/* Without dates and times: what a game was, by its number. */
static char *games_text(const char *path) {
    char command[512], *text = calloc(1, OUTPUT);
    snprintf(command, sizeof command, "grep -v '^.Date' '%s' | tr '\\n' ' ' | sed -E 's/ [0-9]+[.][0-9]{3}s//g; s/ +/ /g'",
             path);
    FILE *f = popen(command, "r");
    cr_assert(f && fread(text, 1, OUTPUT - 1, f) > 100);
    pclose(f);
    return text;
}

/* The stand-ins draw their turns; the engine plays the same game whenever it is asked to. */
static const char *against_itself(void) {
    static char text[1024];
    snprintf(text, sizeof text,
             "-engine 'cmd=%s' name=A -engine 'cmd=%s' name=B -each nodes=20 option.Hash=1 -variant veletas-7 "
             "-openings random",
             environment("CIERZO"), environment("CIERZO"));
    return text;
}

#define SHARDED "%s -rounds 5 -shard %d/3 -pgnout file=%s/%d.pgn"

Test(match, shards_together_are_the_whole_match) {
    Run r = run("%s -rounds 5 -pgnout file=%s", against_itself(), games_path);
    free(r.text);
    for (int k = 1; k <= 3; k++) {
        r = run(SHARDED, against_itself(), k, folder, k);
        expect(&r, 0, k < 3 ? "Finished match: 4 of 4 games" : "Finished match: 2 of 2 games");
        free(r.text);
    }
    r = run(SHARDED, against_itself(), 1, folder, 1);
    expect(&r, 0, "Resumed: 4 of 4 games");
    cr_assert_null(strstr(r.text, "Started game"));
    free(r.text);
    r = run("-merge %s/2.pgn %s/3.pgn %s/1.pgn -pgnout file=%s/all.pgn", folder, folder, folder, folder);
    expect(&r, 0, "Merged: 10 of 10 games from 3 files");
    expect(&r, 0, "Games: 10, Wins: 5, Losses: 5");
    cr_assert_null(strstr(r.text, "Missing"));
    cr_assert_null(strstr(r.text, "Doubled"));
    free(r.text);
    char path[SUPPORT_PATH + 16];
    snprintf(path, sizeof path, "%s/all.pgn", folder);
    char *whole = games_text(games_path), *merged = games_text(path);
    cr_assert_str_eq(merged, whole);
    free(whole);
    free(merged);
}

Test(match, a_merge_names_what_is_missing_doubled_or_foreign) {
    for (int k = 1; k <= 2; k++) {
        Run r = run(SHARDED, against_itself(), k, folder, k);
        free(r.text);
    }
    Run r = run("-merge %s/1.pgn %s/2.pgn %s/1.pgn", folder, folder, folder);
    expect(&r, 1, "Missing: 2 of 10 games: 5-6");
    expect(&r, 1, "Doubled: 4 games");
    expect(&r, 1, "Games: 8, Wins: 4, Losses: 4");
    free(r.text);
    r = run("%s -rounds 5 -merge %s/1.pgn", against_itself(), folder);
    expect(&r, 1, "Missing: 6 of 10 games: 3-6 9-10");
    free(r.text);
    r = run("%s -rounds 5 -shard 2/3 -pgnout file=%s/1.pgn", against_itself(), folder);
    expect(&r, 2, "not of this shard");
    free(r.text);
    r = run("%s -each nodes=2 -pgnout file=%s", against_itself(), games_path);
    free(r.text);
    r = run("-merge %s/1.pgn %s", folder, games_path);
    expect(&r, 2, "another tournament");
    free(r.text);
    r = run("-merge %s/none.pgn", folder);
    expect(&r, 2, "none.pgn");
    free(r.text);
}

/* The verdict of shards under way makes the file that ends them. */
Test(match, a_watched_test_stops_the_shards) {
    for (int k = 1; k <= 3; k++) {
        Run r = run("%s -rounds 150 -shard %d/3 -pgnout file=%s/%d.pgn -stop %s/stop -quiet", against_itself(), k, folder, k,
                    folder);
        cr_assert_eq(r.status, 0);
        free(r.text);
    }
    Run r = run("-merge -watch %s -sprt elo0=0 elo1=10 -stop %s/stop", folder, folder);
    expect(&r, 0, "H0 is taken");
    free(r.text);
    r = run("%s -rounds 151 -shard 1/3 -pgnout file=%s/1.pgn -stop %s/stop", against_itself(), folder, folder);
    expect(&r, 0, "no more games begin");
    cr_assert_null(strstr(r.text, "Started game"));
    free(r.text);
}

static off_t size_of_games(void) {
    struct stat st;
    return stat(games_path, &st) ? -1 : st.st_size;
}

Test(match, files_of_others_are_refused_and_left_alone) {
    Run r = run("%s -pgnout file=%s", MATCH, games_path);
    free(r.text);
    off_t size = size_of_games();
    static const char *const OTHERS[] = {"-srand 2",
                                         "-games 1",
                                         "-variant nocorners-7",
                                         "-engine name=C 'cmd=@'",
                                         "-each nodes=2",
                                         "-each option.Hash=2",
                                         "-openings startpos"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        r = run("%s %s -pgnout file=%s", MATCH, OTHERS[i], games_path);
        expect(&r, 2, "another tournament");
        cr_assert_eq(size_of_games(), size, "after %s", OTHERS[i]);
        free(r.text);
    }
    FILE *f = fopen(games_path, "w");
    fputs("[Event \"x\"]\n\n1. e4 e5 1-0\n\n", f);
    fclose(f);
    size = size_of_games();
    r = run("%s -pgnout file=%s", MATCH, games_path);
    cr_assert_eq(r.status, 2);
    cr_assert_eq(size_of_games(), size);
    free(r.text);
}

Test(match, two_at_once_on_one_file_are_kept_apart) {
    int file = open(games_path, O_RDWR | O_CREAT, 0666);
    cr_assert_eq(flock(file, LOCK_EX), 0);
    Run r = run("%s -pgnout file=%s", MATCH, games_path);
    expect(&r, 2, "in use");
    close(file);
    free(r.text);
}

Test(match, a_game_in_twice_is_refused) {
    Run r = run("%s -pgnout file=%s", MATCH, games_path);
    free(r.text);
    char command[640];
    snprintf(command, sizeof command, "cat '%s' '%s' >'%s/twice' && mv '%s/twice' '%s'", games_path, games_path, folder,
             folder, games_path);
    cr_assert_eq(system(command), 0);
    r = run("%s -pgnout file=%s", MATCH, games_path);
    expect(&r, 2, "a second game of that number");
    free(r.text);
}

/* ---- signals ---- */

static void wait_for_games(void) {
    for (int64_t end = clock_now_ms() + TALK_GUARD_MS; size_of_games() <= 0; usleep(5000))
        cr_assert_lt(clock_now_ms(), end, "no game ends");
}

Test(match, an_interrupt_ends_it_with_its_tables) {
    char path[128], text[65536] = "";
    pid_t pid = begin("%s -rounds 100000 -pgnout file=%s", MATCH, games_path);
    wait_for_games();
    kill(pid, SIGINT);
    cr_assert_eq(end_of(pid), 1);
    snprintf(path, sizeof path, "tail -n 20 '%s/output'", folder);
    FILE *f = popen(path, "r");
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    pclose(f);
    cr_assert(strstr(text, "Stopped:") && strstr(text, "First to move:") && strstr(text, "Ptnml"), "%s", text);
    Games *g = read_games();
    cr_assert_gt(g->count, 0);
    for (int i = 1; i <= MAX_GAMES; i++) cr_assert_leq(g->seen[i], 1); /* 0 where a game was under way */
    free(g);
}

/* An engine that thinks without end must not hold it up. */
Test(match, an_interrupt_does_not_wait_for_engines) {
    pid_t pid = begin("-engine 'cmd=@ hang' name=A -engine 'cmd=@' name=B -each depth=1 maxtime=1000000 -pgnout file=%s",
                      games_path);
    usleep(300000);
    kill(pid, SIGTERM);
    cr_assert_eq(end_of(pid), 1);
    cr_assert_eq(count_games(), 0);
}

/* ---- what is played ---- */

Test(match, round_robin_has_a_cross_table) {
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@ illegal 3' name=B -engine 'cmd=@' name=C -each nodes=1 -variant classic-7 "
        "-rounds 2 -concurrency 2 -pgnout %s -openings random plies=3",
        games_path);
    expect(&r, 0, "Finished match: 12 of 12 games played");
    cr_assert(talk_matches(r.text, "Rank Name .*Points +vs 1 +vs 2 +vs 3\n +1 [AC] "), "%s", r.text);
    cr_assert(talk_matches(r.text, "\n +3 B +-inf .* 8 +0.00% +0 +0-4 +0-4 +\\.\n"), "%s", r.text);
    each_exactly_once(12);
    free(r.text);
}

/* The clock is the player's, whatever colour it has: the stand-ins crash when the clock of the side to move is not their own. Swaps
 * happen in every other game. */
Test(match, clocks_stay_with_players_through_swaps) {
    for (int ugi = 0; ugi < 2; ugi++) {
        Run r = run(
            "-engine 'cmd=@ clock 1 100000' name=A tc=100 -engine 'cmd=@ clock 1 50000' name=B tc=50 proto=%s -variant veletas-7 "
            "-rounds 6 -openings startpos -concurrency 2 -each timemargin=5000 -pgnout file=%s-%d",
            ugi ? "ugi" : "uci", games_path, ugi);
        expect(&r, 0, "Finished match: 12 of 12 games played");
        cr_assert_null(strstr(r.text, "disconnects"), "%s", r.text);
        free(r.text);
    }
    char command[512];
    snprintf(command, sizeof command, "grep -q ' swap ' '%s-0' && grep -q '^.First \"' '%s-0'", games_path, games_path);
    cr_assert_eq(system(command), 0, "no swap was played");
}

Test(match, games_are_given_up_by_agreed_scores) {
    Run r = run(
        "-engine 'cmd=@ score 0 700' name=A -engine 'cmd=@ score 0 -700' name=B -each nodes=1 -variant veletas-7 -openings random "
        "-adjudicate movecount=2 score=600 -pgnout file=%s",
        games_path);
    expect(&r, 0, "Score of A vs B: 2 - 0 - 0  [1.000] 2");
    Games *g = read_games();
    for (int i = 0; i < 2; i++) cr_assert_str_eq(g->ends[i], "adjudication");
    free(g);
    free(r.text);
    r = run(
        "-engine 'cmd=@ score 0 -700' name=A -engine 'cmd=@ score 0 -700' name=B -each nodes=1 -variant veletas-7 -openings random "
        "-adjudicate movecount=2 score=600");
    cr_assert_null(strstr(r.text, "adjudication"), "they do not agree");
    free(r.text);
}

/* Both say 700, each from White's point of view: so they agree that White wins. */
Test(match, scores_may_be_from_whites_point_of_view) {
    Run r = run(
        "-engine 'cmd=@' arg=score arg=0 arg=700 name=A -engine 'cmd=@ score 0 700' name=B -each nodes=1 whitepov -variant "
        "veletas-7 -openings random -adjudicate movecount=2 score=600");
    expect(&r, 0, "Finished game 1 (B vs A): 1-0 {White wins by adjudication}");
    expect(&r, 0, "Finished game 2 (A vs B): 1-0 {White wins by adjudication}");
    free(r.text);
}

Test(match, options_of_other_managers_are_no_mistake) {
    Run r = run("%s -draw movenumber=40 movecount=8 score=10 -maxmoves 200 -tb /tb -wait 1 -quiet", MATCH);
    expect(&r, 0, "cierzo-match: -draw has no effect: there are no draws");
    expect(&r, 0, "cierzo-match: -tb has no effect: there are no tablebases");
    expect(&r, 0, "Games: 2,");
    free(r.text);
}

Test(match, a_test_ends_the_match_and_says_so_again) {
    static const char SPRT[] =
        "-engine 'cmd=@' name=A -engine 'cmd=@ illegal 1' name=B -each nodes=1 -variant veletas-7 -openings random "
        "-rounds 1000 -concurrency 2 -sprt elo0=0 elo1=400 model=logistic -quiet";
    Run r = run("%s -pgnout file=%s", SPRT, games_path);
    expect(&r, 0, "SPRT (0, 400) completed - H1 was accepted");
    int games = count_games();
    cr_assert(games >= 2 && games < 1000, "%d games", games);
    free(r.text);
    r = run("%s -pgnout file=%s", SPRT, games_path);
    expect(&r, 0, "H1 was accepted");
    cr_assert_eq(count_games(), games, "it has played on");
    free(r.text);
}

Test(match, openings_come_from_a_file) {
    char path[128];
    snprintf(path, sizeof path, "%s/openings", folder);
    FILE *f = fopen(path, "w");
    fputs("# a comment\n\nveletas;10/10/2s4s2/10/4s5/6b3/2s5s1/4w5/3s4s1/10 b - 2\nveletas-7;7/7/2s1s2/3b3/2w1s2/7/7 b - 2\n"
          "veletas-7;7/7/2s1s2/3w3/2b1s2/7/7 b x 2\n",
          f);
    fclose(f);
    Run r = run(
        "-engine 'cmd=@' name=A -engine 'cmd=@' name=B -each nodes=1 -variant veletas-7 -rounds 3 -openings 'file=%s' start=2 -pgnout "
        "file=%s",
        path, games_path);
    expect(&r, 0, "Finished match: 6 of 6");
    free(r.text);
    char command[512];
    snprintf(command, sizeof command, "test $(grep -c 'FEN \"7/7/2s1s2/3w3/2b1s2/7/7 b x 2' '%s') = 4", games_path);
    cr_assert_eq(system(command), 0);
    f = fopen(path, "w");
    fputs("veletas-7;7/7/2s1s2/3b3/2w1s2/7/7 b - 2\nveletas-7;7/7/2s1s2 b - 2\n", f);
    fclose(f);
    r = run("-engine 'cmd=@' name=A -engine 'cmd=@' name=B -each nodes=1 -variant veletas-7 -openings 'file=%s'", path);
    expect(&r, 2, "openings:2: ");
    free(r.text);
}

Test(match, the_engine_plays_itself) {
    Run r = run(
        "-engine 'cmd=%s' name=A -engine 'cmd=%s' name=B proto=ugi option.Nonsense=1 -each nodes=50 option.Hash=1 -variant boardspace-7 "
        "-startup-ms 60000",
        talk_program(), talk_program());
    expect(&r, 0, "Finished match: 2 of 2");
    cr_assert(strstr(r.text, "Warning: B has no option Nonsense"));
    cr_assert_null(strstr(r.text, "option Hash"));
    cr_assert(strstr(r.text, "wins by claims"));
    free(r.text);
}
