/* More scripted sessions: kinds of trouble beside those of test_session.c. */
#define _GNU_SOURCE /* pipe2 */
#include "tests/session.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/check.h"
#include "tests/support.h"

TestSuite(session_more, .init = support_init, .timeout = 300);

/* ---- what is around the process ---- */

/* The exit status of the engine behind a shell's redirections. */
static int status_with(const char *before, const char *after) {
    char command[2048];
    snprintf(command, sizeof command, "%s '%s' %s", before, talk_program(), after);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(session_more, odd_descriptors_are_no_trouble) {
    static const struct {
        const char *before, *after;
    } WAYS[] = {
        {"", "</dev/null >/dev/null"},
        {"", "<&- >/dev/null"},
        {"", "</dev/null >&-"},
        {"", "</dev/null >/dev/null 2>&-"},
        {"", "<&- >&- 2>&-"},
        {"", "</ >/dev/null"},
        {"echo uci |", ">/dev/full"},
        {"printf 'go infinite' |", ">/dev/full"},
        {"printf 'uci\\nsetoption name Threads value 4\\ngo nodes 100' |", "<&0 2>&- >/dev/null"},
        {"(echo go infinite; sleep 0.2) |", "| head -c 1 >/dev/null"},
    };
    for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
        cr_assert_eq(status_with(WAYS[i].before, WAYS[i].after), 0, "%s engine %s", WAYS[i].before, WAYS[i].after);
}

/* A runtime that shares its pipes with the engine may have made them non-blocking. */
Test(session_more, non_blocking_pipes_lose_nothing) {
    int in[2], out[2];
    cr_assert(pipe2(in, O_CLOEXEC | O_NONBLOCK) == 0 &&
              socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, out) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl(talk_program(), talk_program(), (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    Talk t = {.pid = pid, .to = in[1], .from = out[0]};
    wait_ms(50);
    for (int i = 0; i < 300; i++) talk_send(&t, "uci");
    wait_ms(100);
    for (int i = 0; i < 300; i++) talk_expect(&t, "^uciok$");
    check_go(&t, MID, "nodes 500");
    talk_quit(&t);
}

Test(session_more, a_process_put_to_sleep_goes_on) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    for (int i = 0; i < 5; i++) {
        kill(t.pid, SIGSTOP);
        wait_ms(20);
        kill(t.pid, SIGCONT);
        cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    }
    talk_send(&t, "stop");
    expect_legal_best(&t, MID, NULL);
    talk_send(&t, "go movetime 100");
    kill(t.pid, SIGSTOP);
    wait_ms(150);
    kill(t.pid, SIGCONT);
    expect_legal_best(&t, MID, NULL);
    talk_quit(&t);
}

Test(session_more, a_signal_to_end_ends_it) {
    static const int SIGNALS[] = {SIGTERM, SIGINT, SIGHUP};
    for (int i = 0; i < 3; i++) {
        signal(SIGNALS[i], SIG_DFL); /* ignored behind some shells, and inherited */
        Talk t = talk_open("uci");
        talk_send(&t, "go infinite");
        talk_ready(&t, NULL);
        kill(t.pid, SIGNALS[i]);
        cr_assert_eq(talk_end(&t), -1);
    }
}

/* ---- what is printed ---- */

Test(session_more, every_line_is_of_a_known_kind) {
    static const char *const LINES[] = {"uci",
                                        "isready",
                                        "setoption name UCI_ShowWDL value true",
                                        "setoption name UCI_ShowClaims value true",
                                        "setoption name MultiPV value 2",
                                        "setoption name nothing",
                                        ("position fen " MID),
                                        "go nodes 300",
                                        "ugi",
                                        "query result",
                                        "go movetime 20",
                                        "xyzzy",
                                        "stop",
                                        "go perft 1 stop",
                                        "position startpos",
                                        "go nodes 100",
                                        "quit"};
    Talk t = talk_start(NULL);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) talk_send(&t, "%s", LINES[i]);
    for (const char *line; (line = talk_line(&t, TALK_GUARD_MS));)
        REQUIRE(talk_matches(line, "^((id|option|info|bestmove|response) [^ ].*[^ ]|uciok|ugiok|readyok|" ANY_MOVE
                                   ": 1|Nodes searched: [0-9]+)$"),
                "'%s'", line);
    cr_assert_eq(talk_end(&t), 0);
}

/* What is decided leaves nothing to search: no thousands of depths, no flood of lines. */
Test(session_more, a_decided_position_makes_no_flood) {
    static const char *const FENS[] = {W1, L1, TIE};
    Talk t = talk_open("uci");
    for (int i = 0; i < 3; i++) {
        talk_send(&t, "position fen %s", FENS[i]);
        talk_send(&t, "go infinite");
        wait_ms(200);
        talk_send(&t, "stop");
        int lines = 0;
        while (strncmp(talk_expect(&t, "^(info|bestmove) "), "bestmove", 8) != 0) lines++;
        cr_assert(lines >= 1 && lines <= 130, "%d lines", lines);
    }
    talk_quit(&t);
}

Test(session_more, the_search_goes_on_behind_an_isready) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    long before = strtol(strstr(talk_expect(&t, "^info depth 2 .* nodes "), " nodes ") + 7, NULL, 10), after = 0;
    cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    wait_ms(100);
    talk_send(&t, "stop");
    for (const char *line; strncmp(line = talk_expect(&t, "^(info depth|bestmove) "), "bestmove", 8) != 0;)
        after = strtol(strstr(line, " nodes ") + 7, NULL, 10);
    cr_assert_gt(after, before);
    talk_quit(&t);
}

Test(session_more, a_burst_of_unread_goes_is_answered_one_by_one) {
    enum { BURST = 400 };
    Talk t = talk_open("uci");
    for (int i = 0; i < BURST; i++) {
        talk_send(&t, "position fen %s", i % 2 ? MID : BIG);
        talk_send(&t, "go nodes 20");
    }
    for (int i = 0; i < BURST; i++) expect_legal_best(&t, i % 2 ? MID : BIG, NULL);
    cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    talk_quit(&t);
}

/* ---- commands in odd company ---- */

Test(session_more, every_go_is_answered_once_however_odd) {
    static const char *const ODD[] = {"go go depth 1",
                                      "go depth 1 depth 2",
                                      "go depth 2 infinite",
                                      "go ponder infinite",
                                      "go ponder ponder",
                                      "go nodes 5 nodes",
                                      "go searchmoves swap depth 1",
                                      "go searchmoves",
                                      "go searchmoves c6-c5/c6 c6-c5/c6 c6-c5/c6 infinite",
                                      "go wtime",
                                      "go winc 5",
                                      "go movestogo 5",
                                      "go movestogo 0 wtime 100",
                                      "go mate",
                                      "go mate 1000 movetime 50",
                                      "go depth 1.5",
                                      "go depth 1e3 nodes 50",
                                      "go nodes 0x10",
                                      "go depth -",
                                      "go movetime +20",
                                      "go wtime 50 p1time 60 btime 70 p2time 80",
                                      "go infinite ponder depth 1 mate 1",
                                      "go 1 2 3",
                                      "go depth\t2\r",
                                      "go movetime 1 movetime 100000",
                                      "go ponder perft",
                                      "go infinite searchmoves zz"};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) {
        talk_send(&t, "%s", ODD[i]);
        talk_send(&t, "stop");
        int expected = strcmp(ODD[i], "go ponder perft") != 0; /* a perft without a depth is no go at all */
        cr_assert_eq(talk_ready(&t, "^bestmove " ANY_MOVE), expected, "%s", ODD[i]);
        cr_assert_eq(talk_ready(&t, NULL), 0);
    }
    talk_quit(&t);
}

Test(session_more, a_change_of_dialect_during_a_search_counts_from_the_next_go) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go infinite");
    talk_send(&t, "ugi");
    talk_expect(&t, "^ugiok$");
    talk_send(&t, "stop");
    talk_expect(&t, "^bestmove " ANY_MOVE "$");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go nodes 3000");
    cr_assert(talk_matches(talk_expect(&t, "^bestmove"), "^bestmove " ANY_MOVE "$"));
    talk_quit(&t);
}

Test(session_more, nothing_comes_behind_a_new_game) {
    Talk t = talk_open("ugi");
    for (int i = 0; i < 20; i++) {
        talk_send(&t, "position fen " MID);
        talk_send(&t, i % 2 ? "go infinite" : "go movetime 5");
        if (i % 3 == 0) talk_send(&t, "stop");
        talk_send(&t, "uginewgame");
        cr_assert_eq(talk_ready(&t, "^bestmove " ANY_MOVE), 1);
        talk_send(&t, "position startpos");
        cr_assert_eq(talk_ready(&t, NULL), 0);
        talk_send(&t, "go nodes 10");
        expect_legal_best(&t, START, NULL);
    }
    talk_quit(&t);
}

Test(session_more, setup_squares_come_in_any_order_and_case_counts) {
    Talk t = talk_open("uci");
    talk_silent(&t, "position startpos moves g7,c3,e5/d4");
    expect_position(&t, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w ? 1");
    talk_silent(&t, "position startpos moves g7,c3,e5/d4 swap i8,b2,h4,d6/f5 c3-c5/c3");
    static const char *const BAD[] = {"startpos moves C3,E5,G7/D4",
                                      "startpos moves c3,e5,g7/d4 SWAP",
                                      "startpos moves c3,e5,g7/c3",
                                      "startpos moves c3,c3,g7/d4",
                                      "startpos moves c3,e5/d4",
                                      "startpos moves c3,e5,g7",
                                      "startpos moves c3,e5,g7,/d4",
                                      "startpos moves c3,e5,g7/d4/d5",
                                      "startpos moves swap",
                                      "startpos Moves c3,e5,g7/d4",
                                      "Startpos"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) talk_refused(&t, "position %s", BAD[i]);
    talk_send(&t, "position startpos");
    talk_send(&t, "go nodes 10 searchmoves g7,c3,e5/d4 e5,g7,c3/d4");
    talk_expect(&t, "^bestmove " PLACE1);
    talk_quit(&t);
}

Test(session_more, a_byte_order_mark_costs_one_error) {
    static const char LINES[] = "\xef\xbb\xbfuci\nisready\n";
    Talk t = talk_start(NULL);
    talk_write(&t, LINES, sizeof LINES - 1);
    cr_assert(talk_matches(talk_line(&t, TALK_GUARD_MS), "^info string error: "));
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "readyok");
    talk_quit(&t);
}

Test(session_more, bench_leaves_options_and_position_alone) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name MultiPV value 2");
    talk_silent(&t, "setoption name UCI_ShowWDL value true");
    talk_silent(&t, "setoption name UCI_Variant value veletas-7");
    talk_silent(&t, "position fen 6w/7/4s2/3s3/2s4/7/b6 b - 2");
    talk_send(&t, "bench 1 1 1");
    talk_expect(&t, "^[0-9]+ nodes [0-9]+ nps$");
    expect_position(&t, "6w/7/4s2/3s3/2s4/7/b6 b - 2");
    talk_send(&t, "go depth 1");
    talk_expect(&t, "^info depth 1 .* multipv 2 .* wdl ");
    talk_expect(&t, "^bestmove ");
    talk_quit(&t);
}

/* ---- options that cost memory ---- */

Test(session_more, a_smaller_hash_gives_memory_back) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 8");
    check_go(&t, MID, "nodes 1000");
    long grown = resident_kb(&t) + (240 << 10);
    talk_silent(&t, "setoption name Hash value 256");
    /* Its memory is touched in the background. */
    for (int guard = 0; resident_kb(&t) && resident_kb(&t) < grown && guard < 6000; guard++) wait_ms(10);
    long large = resident_kb(&t);
    check_go(&t, MID, "nodes 1000");
    talk_silent(&t, "setoption name Hash value 8");
    check_go(&t, MID, "nodes 1000");
    long small = resident_kb(&t);
    if (large) REQUIRE(large - small > 200000, "%ld kB, then %ld kB", large, small);
    talk_quit(&t);
}

Test(session_more, the_most_threads_and_none_of_them_left) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    talk_silent(&t, "setoption name Threads value 256");
    check_go(&t, MID, "nodes 2000");
    talk_send(&t, "go infinite");
    talk_send(&t, "stop");
    expect_legal_best(&t, MID, NULL);
    check_go(&t, START, "nodes 50");
    talk_send(&t, "ucinewgame");
    talk_refused(&t, "setoption name Threads value 260");
    talk_silent(&t, "setoption name Threads value 1");
    check_go(&t, MID, "nodes 500");
    talk_quit(&t);
}

/* ---- what the search says ---- */

Test(session_more, positions_of_every_rule_set_are_answered_legally) {
    Random r = random_seeded(41);
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    for (int i = 0, count = support_scaled(4 * NAIVE_RULE_SETS); i < count; i++) {
        const NaiveRules *rules = naive_rules(i % NAIVE_RULE_SETS);
        Naive n = random_undecided(rules, &r);
        Board b = board_of(&n);
        char text[POSITION_TEXT_SIZE];
        position_text(&b.position, text, sizeof text);
        talk_silent(&t, "setoption name UCI_Variant value %s", rules->name);
        talk_silent(&t, "position fen %s", text);
        talk_send(&t, "go nodes 300");
        expect_legal_best_of(&t, &b, NULL);
        talk_send(&t, "position startpos");
        talk_send(&t, "go nodes 10");
        Position start = position_start(variant_find(rules->name));
        board_set(&b, &start);
        expect_legal_best_of(&t, &b, NULL);
    }
    talk_quit(&t);
}

Test(session_more, lines_are_legal_with_threads_and_the_smallest_table) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    talk_silent(&t, "setoption name Threads value 4");
    for (int i = 0; i < 6; i++) check_go(&t, i % 2 ? MID : BIG, "movetime 300");
    talk_silent(&t, "setoption name Threads value 8");
    check_go(&t, MID, "movetime 300");
    talk_quit(&t);
}

/* Whoever has been shown to win goes on to win: no search further down the line says otherwise. */
Test(session_more, a_proved_winner_stays_the_winner_along_the_line) {
    DataFile data = data_open("late.epd");
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    char rules[32] = "";
    int proved = 0;
    for (int i = 0, count = support_scaled(30); i < count && data_next(&data); i++) {
        if (strcmp(rules, data.field[0])) talk_silent(&t, "setoption name UCI_Variant value %s", data.field[0]);
        snprintf(rules, sizeof rules, "%s", data.field[0]);
        char line[2048], moves[1024] = "";
        bool wins = false;
        for (int ply = 0; ply < 8; ply++, wins = !wins) {
            snprintf(line, sizeof line, "position fen %s%s%s", data.field[1], *moves ? " moves" : "", moves);
            talk_silent(&t, "%s", line);
            talk_send(&t, "go nodes 10000");
            const char *said = NULL;
            int mate = 0;
            while (strncmp(said = talk_expect(&t, "^(info depth|bestmove) "), "bestmove", 8) != 0) {
                const char *score = strstr(said, " score mate ");
                mate = score ? atoi(score + 12) : 0;
            }
            if (!strcmp(said, "bestmove (none)")) break;
            if (!ply && !mate) break;
            if (!ply) wins = mate > 0;
            REQUIRE(!mate || (mate > 0) == wins, "mate %d at ply %d of %s", mate, ply, line);
            char move[MOVE_TEXT_SIZE] = "";
            sscanf(said, "bestmove %23s", move);
            snprintf(moves + strlen(moves), sizeof moves - strlen(moves), " %s", move);
            proved += !ply;
        }
    }
    cr_assert_gt(proved, 5);
    talk_quit(&t);
}

/* The last score and move of a fixed search. */
static void verdict(Talk *t, const char *fen, char *out, size_t size) {
    const char *line;
    *out = '\0';
    talk_send(t, "position fen %s", fen);
    talk_send(t, "go depth 3");
    while (strncmp(line = talk_expect(t, "^(info depth|bestmove) "), "bestmove", 8) != 0)
        snprintf(out, size, "%.*s", (int)(strstr(line, " nps ") - line), line);
    snprintf(out + strlen(out), size - strlen(out), " %s", line);
}

/* One board, differing in who has claimed which shooter: nothing that was learnt of the one counts for the other. */
Test(session_more, positions_that_look_alike_are_told_apart) {
    static const char *const ALIKE[] = {
        "2b7/1b3w1www/b2bbw4/2w1bBb1ww/w4b3w/1wbwbbbbWb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 w - 23",
        "2b7/1b3w1www/b2bbw4/2w1bWb1ww/w4b3w/1wbwbbbbBb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 w - 23",
    };
    char one_by_one[512], in_a_row[512];
    Talk together = talk_open("uci");
    for (int i = 0; i < 2; i++) {
        Talk fresh = talk_open("uci");
        verdict(&fresh, ALIKE[i], one_by_one, sizeof one_by_one);
        talk_quit(&fresh);
        verdict(&together, ALIKE[i], in_a_row, sizeof in_a_row);
        cr_assert_str_eq(one_by_one, in_a_row);
    }
    talk_quit(&together);
}

/* ---- the table in a file ---- */

static char hash_folder[SUPPORT_PATH], hash_path[SUPPORT_PATH + 32];

static Talk talk_with_hash_file(void) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 2");
    talk_silent(&t, "setoption name HashFile value %s", hash_path);
    return t;
}

/* The last line of information of a search, up to its number of nodes, and its pv; how many nodes it took. */
static int answer_of(Talk *t, const char *go, char *score, char *pv, size_t size) {
    const char *line;
    int nodes = -1;
    talk_send(t, "%s", go);
    while (strncmp(line = talk_expect(t, "^(info depth|bestmove) "), "bestmove", 8) != 0) {
        const char *from = strstr(line, " score "), *to = strstr(line, " nodes "), *moves = strstr(line, " pv ");
        cr_assert(from && to && moves && sscanf(to, " nodes %d", &nodes) == 1, "%s", line);
        snprintf(score, size, "%.*s", (int)(to - from), from);
        snprintf(pv, size, "%s", moves);
    }
    return nodes;
}

static void corrupt(const char *path, long at) {
    FILE *f = fopen(path, "r+b");
    cr_assert(f && fseek(f, at, SEEK_SET) == 0);
    int byte = fgetc(f);
    cr_assert(byte >= 0 && fseek(f, at, SEEK_SET) == 0 && fputc(byte ^ 1, f) >= 0 && fclose(f) == 0);
}

Test(session_more, a_deep_answer_outlives_the_process) {
    char score[1024], pv[1024], again[1024], moves[1024];
    cr_assert(mkdtemp(support_temporary(hash_folder, "a table of mine")));
    snprintf(hash_path, sizeof hash_path, "%s/deep  one.hash", hash_folder);
    Talk t = talk_with_hash_file();
    talk_refused(&t, "setoption name SaveHashtoFile");
    talk_refused(&t, "setoption name LoadHashfromFile");
    talk_send(&t, "position fen " MID);
    const int nodes = answer_of(&t, "go depth 6", score, pv, sizeof score);
    talk_silent(&t, "setoption name SaveHashtoFile");
    talk_quit(&t);

    t = talk_with_hash_file();
    talk_silent(&t, "setoption name loadhashfromfile");
    talk_silent(&t, "ucinewgame");
    talk_send(&t, "position fen " MID);
    cr_assert_eq(answer_of(&t, "go depth 6", again, moves, sizeof again), 0);
    cr_assert_str_eq(score, again);
    cr_assert_str_eq(pv, moves);
    check_go(&t, MID, "nodes 500");
    check_go(&t, MID, "infinite\nstop");
    talk_silent(&t, "setoption name UCI_Variant value veletas-7");
    talk_refused(&t, "setoption name LoadHashfromFile");
    talk_silent(&t, "setoption name UCI_Variant value veletas");
    talk_silent(&t, "setoption name Hash value 3");
    talk_refused(&t, "setoption name LoadHashfromFile");
    talk_silent(&t, "setoption name Hash value 2");
    corrupt(hash_path, 1 << 20);
    talk_refused(&t, "setoption name LoadHashfromFile");
    talk_send(&t, "position fen " MID);
    cr_assert_eq(answer_of(&t, "go depth 6", again, moves, sizeof again), nodes, "nothing of it was taken");
    talk_silent(&t, "setoption name SaveHashtoFile");
    talk_silent(&t, "setoption name LoadHashfromFile");
    talk_quit(&t);
    cr_assert(unlink(hash_path) == 0 && rmdir(hash_folder) == 0, "nothing else was left");
}

Test(session_more, a_table_is_neither_saved_nor_loaded_during_a_search) {
    static const char *const WAYS[] = {"SaveHashtoFile", "LoadHashfromFile", "HashFile value x"};
    Talk t = talk_open("uci");
    talk_refused(&t, "setoption name SaveHashtoFile");
    talk_send(&t, "go infinite");
    for (int i = 0; i < 3; i++) {
        talk_send(&t, "setoption name %s", WAYS[i]);
        talk_expect(&t, "^info string error: setoption is refused while a search is running$");
    }
    talk_send(&t, "stop");
    talk_expect(&t, "^bestmove");
    talk_send(&t, "setoption name SaveHashtoFile");
    talk_expect(&t, "^info string error: HashFile is not set$");
    talk_silent(&t, "setoption name HashFile value /dev/null");
    talk_send(&t, "setoption name SaveHashtoFile");
    talk_expect(&t, "^info string error: Hash is not saved to '/dev/null': it is not a regular file$");
    talk_send(&t, "setoption name LoadHashfromFile");
    talk_expect(&t, "^info string error: Hash is not loaded from '/dev/null': it is not a regular file$");
    talk_silent(&t, "setoption name HashFile value <empty>");
    talk_send(&t, "setoption name LoadHashfromFile");
    talk_expect(&t, "^info string error: HashFile is not set$");
    talk_quit(&t);
}
