/* Scripted sessions with the built engine: what GUIs, tournament managers and scripts have done to other engines. */
#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */
#include "tests/session.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/movegen.h"
#include "tests/check.h"
#include "tests/support.h"

TestSuite(session, .init = support_init, .timeout = 300);

/* ---- handshake and output ---- */

Test(session, every_handshake_is_answered_in_full) {
    Talk t = talk_start(NULL);
    static const char *const WORDS[] = {"uci", "uci", "ugi", "uci", "ugi"};
    for (int i = 0; i < 5; i++) {
        talk_send(&t, "%s", WORDS[i]);
        talk_expect(&t, "^id name Cierzo ");
        talk_expect(&t, "^id author .");
        talk_expect(&t, "^option name Hash type spin default 64 min 1 max 131072$");
        talk_expect(&t, "^%sok$", WORDS[i]);
    }
    cr_assert_eq(talk_ready(&t, NULL), 0);
    talk_quit(&t);
}

Test(session, handshake_lines_are_clean_and_name_their_options) {
    Talk t = talk_start(NULL);
    talk_send(&t, "uci");
    const char *line;
    int options = 0;
    while ((line = talk_line(&t, TALK_GUARD_MS)) && strcmp(line, "uciok") != 0) {
        cr_assert(talk_matches(line, "^(id|option) [^ ].*[^ ]$") && !strpbrk(line, "\t\r"), "%s", line);
        cr_assert_not(strstr(line, "  "), "%s", line);
        options += strncmp(line, "option name ", 12) == 0;
    }
    cr_assert_geq(options, 12);
    talk_quit(&t);
}

Test(session, nothing_is_said_before_the_handshake_or_without_input) {
    Talk t = talk_start(NULL);
    talk_close_input(&t);
    cr_assert_null(talk_line(&t, TALK_GUARD_MS));
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, a_slow_reader_of_a_small_pipe_gets_whole_lines) {
    Talk t = talk_start(NULL);
    fcntl(t.from, F_SETPIPE_SZ, 4096);
    for (int i = 0; i < 10; i++) talk_send(&t, "uci");
    wait_ms(100);
    for (int i = 0; i < 10; i++) talk_expect(&t, "^uciok$");
    talk_quit(&t);
}

Test(session, thousands_of_unread_answers_all_arrive) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go movetime 200");
    for (int i = 0; i < 20000; i++) talk_send(&t, "isready");
    talk_send(&t, "query p1turn");
    int ready = 0, best = 0;
    for (;;) {
        const char *line = talk_line(&t, TALK_GUARD_MS);
        cr_assert(line);
        if (strcmp(line, "response false") == 0) break;
        ready += strcmp(line, "readyok") == 0;
        best += strncmp(line, "bestmove ", 9) == 0;
    }
    cr_assert_eq(ready, 20000);
    if (!best) talk_expect(&t, "^bestmove ");
    talk_quit(&t);
}

Test(session, quit_with_a_stuck_reader_still_ends) {
    Talk t = talk_open("uci");
    for (int i = 0; i < 20000; i++) talk_send(&t, "isready");
    talk_send(&t, "quit");
    /* Nobody reads: only the process itself can give up. */
    int status = -1;
    for (int waited = 0; waited < TALK_GUARD_MS && waitpid(t.pid, &status, WNOHANG) == 0; waited += 10) wait_ms(10);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

Test(session, standard_error_stays_empty) {
    int err[2], saved = dup(STDERR_FILENO);
    cr_assert_eq(pipe2(err, O_CLOEXEC), 0);
    dup2(err[1], STDERR_FILENO);
    Talk t = talk_open("uci");
    dup2(saved, STDERR_FILENO);
    close(err[1]);
    check_go(&t, MID, "depth 2");
    talk_quit(&t);
    char byte;
    cr_assert_eq(read(err[0], &byte, 1), 0);
}

/* ---- the end of input, quit, and the loss of the reader ---- */

Test(session, at_the_end_of_input_a_limited_search_finishes) {
    static const char *const LIMITS[] = {"movetime 400", "depth 2", "nodes 500", "wtime 3000 btime 3000",
                                         "mate 1 movetime 300"};
    for (int i = 0; i < 5; i++) {
        Talk t = talk_open("uci");
        talk_send(&t, "position fen " MID);
        talk_send(&t, "go %s", LIMITS[i]);
        talk_close_input(&t);
        expect_legal_best(&t, MID, NULL);
        cr_assert_eq(talk_end(&t), 0);
    }
}

Test(session, at_the_end_of_input_a_search_without_a_limit_stops) {
    static const char *const LIMITS[] = {"infinite", "ponder wtime 900000 btime 900000", "", "ponder movetime 900000"};
    for (int i = 0; i < 4; i++) {
        Talk t = talk_open("uci");
        talk_send(&t, "position fen " MID);
        talk_send(&t, "go %s", LIMITS[i]);
        talk_close_input(&t);
        expect_legal_best(&t, MID, NULL);
        cr_assert_eq(talk_end(&t), 0);
    }
}

Test(session, at_the_end_of_input_perft_and_bench_finish) {
    Talk t = talk_open("uci");
    talk_send(&t, "go perft 1");
    talk_close_input(&t);
    talk_expect(&t, "^Nodes searched: 4041408$");
    cr_assert_eq(talk_end(&t), 0);
    t = talk_open("ugi");
    talk_send(&t, "bench 1 1 1");
    talk_close_input(&t);
    talk_expect(&t, "^[0-9]+ nodes [0-9]+ nps$");
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, quit_ends_a_search_with_its_bestmove) {
    static const char SCRIPT[] = "ugi\nisready\nposition fen " MID "\ngo depth 60\nquit\n";
    Talk t = talk_start(NULL);
    talk_write(&t, SCRIPT, sizeof SCRIPT - 1);
    talk_expect(&t, "^ugiok$");
    talk_expect(&t, "^readyok$");
    expect_legal_best(&t, MID, NULL);
    cr_assert_null(talk_line(&t, TALK_GUARD_MS));
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, the_last_line_needs_no_newline) {
    Talk t = talk_start(NULL);
    talk_write(&t, "ugi\nisready", 11);
    talk_close_input(&t);
    talk_expect(&t, "^readyok$");
    cr_assert_null(talk_line(&t, TALK_GUARD_MS));
    cr_assert_eq(talk_end(&t), 0);
    t = talk_start(NULL);
    talk_write(&t, "ugi\nquit", 8);
    talk_close_input(&t);
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, the_engine_ends_when_its_reader_is_gone) {
    static const char *const DOING[] = {"isready", "go infinite", "go movetime 900000", "go perft 9", "bench 99"};
    for (int i = 0; i < 5; i++) {
        Talk t = talk_open("uci");
        talk_send(&t, "position fen " MID);
        talk_ready(&t, NULL);
        talk_send(&t, "%s", DOING[i]);
        wait_ms(50);
        talk_close_output(&t); /* stdin stays open */
        cr_assert_eq(talk_end(&t), 0, "%s", DOING[i]);
    }
}

Test(session, the_engine_ends_when_its_reader_is_gone_after_the_end_of_input) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go movetime 900000");
    talk_close_input(&t);
    wait_ms(50);
    talk_close_output(&t);
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, the_engine_survives_no_gui_that_is_killed) {
    /* Orphans of the GUI come to this process, so that it can wait for the engine. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int report[2];
    cr_assert_eq(pipe2(report, O_CLOEXEC), 0);
    pid_t gui = fork();
    if (gui == 0) {
        Talk t = talk_open("uci");
        talk_send(&t, "go infinite");
        ssize_t ignored = write(report[1], &t.pid, sizeof t.pid);
        (void)ignored;
        for (;;) pause();
    }
    pid_t engine;
    cr_assert_eq(read(report[0], &engine, sizeof engine), sizeof engine);
    kill(gui, SIGKILL);
    waitpid(gui, NULL, 0);
    pid_t ended = 0;
    for (int waited = 0; waited < TALK_GUARD_MS && !ended; waited += 10) {
        wait_ms(10);
        ended = waitpid(engine, NULL, WNOHANG);
    }
    cr_assert_eq(ended, engine);
}

/* ---- isready, stop, infinite, ponder ---- */

Test(session, isready_is_answered_during_a_search_and_leaves_it_alone) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    static const char *const SEARCHES[] = {"go infinite", "go depth 60", "go ponder wtime 1 btime 1", "go movetime 900000"};
    for (int i = 0; i < 4; i++) {
        talk_send(&t, "%s", SEARCHES[i]);
        wait_ms(30);
        cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
        talk_forbid(&t, "^bestmove", 100);
        talk_send(&t, "stop");
        talk_expect(&t, "^bestmove " ANY_MOVE);
        cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    }
    talk_quit(&t);
}

Test(session, stop_right_behind_go_in_one_write) {
    static const char BOTH[] = "go infinite\nstop\n";
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (int i = 0; i < 100; i++) {
        talk_write(&t, BOTH, sizeof BOTH - 1);
        expect_legal_best(&t, MID, NULL);
    }
    cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    talk_quit(&t);
}

Test(session, surplus_stops_do_nothing) {
    Talk t = talk_open("uci");
    talk_silent(&t, "stop");
    talk_silent(&t, "ponderhit");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    wait_ms(20);
    for (int i = 0; i < 3; i++) talk_send(&t, "stop");
    talk_expect(&t, "^bestmove");
    cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    check_go(&t, MID, "depth 2");
    talk_silent(&t, "stop");
    talk_silent(&t, "ponderhit");
    talk_quit(&t);
}

Test(session, searches_with_other_limits_follow_each_other) {
    static const char *const LIMITS[] = {"movetime 20", "depth 2", "nodes 300", "wtime 300 btime 300 winc 0 binc 0"};
    Talk t = talk_open("uci");
    for (int i = 0; i < 40; i++) check_go(&t, i % 3 ? MID : BIG, LIMITS[i % 4]);
    talk_quit(&t);
}

Test(session, what_follows_a_stop_waits_for_its_bestmove) {
    static const char REST[] = "stop\nposition startpos\ngo nodes 200\n";
    Talk t = talk_open("uci");
    for (int i = 0; i < 30; i++) {
        talk_send(&t, "position fen " MID);
        talk_send(&t, "go infinite");
        if (i % 2) wait_ms(5);
        talk_write(&t, REST, sizeof REST - 1);
        expect_legal_best(&t, MID, NULL);
        expect_legal_best(&t, START, NULL);
    }
    static const char OPTION[] = "go infinite\nstop\nsetoption name MultiPV value 2\nisready\n";
    talk_send(&t, "position fen " MID);
    talk_write(&t, OPTION, sizeof OPTION - 1);
    talk_expect(&t, "^bestmove");
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "readyok");
    talk_quit(&t);
}

Test(session, commands_that_change_state_end_the_search_first) {
    static const char *const COMMANDS[] = {"position startpos", "ucinewgame", "uginewgame"};
    static const char *const GOES[] = {"go infinite", "go ponder wtime 9000 btime 9000", "go perft 9"};
    Talk t = talk_open("uci");
    for (int i = 0; i < 9; i++) {
        talk_send(&t, "position fen " MID);
        talk_ready(&t, NULL);
        talk_send(&t, "%s", GOES[i / 3]);
        wait_ms(20);
        talk_send(&t, "%s", COMMANDS[i % 3]);
        talk_expect(&t, i / 3 == 2 ? "^info string .*stopped" : "^bestmove " ANY_MOVE);
        cr_assert_eq(talk_ready(&t, NULL), 0);
    }
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    talk_send(&t, "go nodes 100");
    expect_legal_best(&t, MID, NULL);
    expect_legal_best(&t, MID, NULL);
    talk_send(&t, "go infinite");
    talk_send(&t, "bench 1 1 1");
    expect_legal_best(&t, MID, NULL);
    talk_expect(&t, "^[0-9]+ nodes [0-9]+ nps$");
    talk_quit(&t);
}

Test(session, what_only_reads_works_during_a_search) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    expect_position(&t, MID);
    talk_send(&t, "query gameover");
    talk_expect(&t, "^response false$");
    talk_send(&t, "moves");
    talk_expect(&t, "^Moves: 3847$");
    talk_send(&t, "eval");
    talk_expect(&t, "^White to move: ");
    talk_send(&t, "help");
    talk_expect(&t, "^To begin with: ");
    talk_send(&t, "debug on");
    talk_send(&t, "position fen blah");
    talk_expect(&t, "^info string error: ");
    talk_send(&t, "stop");
    expect_legal_best(&t, MID, NULL);
    talk_quit(&t);
}

Test(session, every_move_belongs_to_the_position_just_set) {
    Talk t = talk_open("uci");
    for (int i = 0; i < 60; i++) check_go(&t, i % 2 ? MID : BIG, "nodes 100");
    talk_quit(&t);
}

Test(session, a_proved_result_ends_neither_infinite_nor_ponder) {
    static const char *const FENS[] = {W1, L1, TIE};
    static const char *const GOES[] = {"go infinite", "go ponder btime 60000 wtime 60000", "go infinite depth 1",
                                       "go ponder depth 1"};
    Talk t = talk_open("uci");
    for (int i = 0; i < 12; i++) {
        talk_send(&t, "position fen %s", FENS[i % 3]);
        talk_send(&t, "%s", GOES[i / 3]);
        talk_forbid(&t, "^bestmove", 60);
        talk_send(&t, "stop");
        talk_expect(&t, "^bestmove " ANY_MOVE);
    }
    talk_quit(&t);
}

Test(session, ponderhit_starts_the_clock) {
    static const char BOTH[] = "go ponder wtime 1000 btime 1000 winc 0 binc 0\nponderhit\n";
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (int i = 0; i < 10; i++) {
        talk_write(&t, BOTH, sizeof BOTH - 1);
        expect_legal_best(&t, MID, NULL);
    }
    talk_send(&t, "go ponder depth 2");
    talk_forbid(&t, "^bestmove", 200);
    talk_send(&t, "ponderhit");
    talk_expect(&t, "^bestmove");
    talk_send(&t, "position fen " L1);
    talk_send(&t, "go ponder wtime 50000 btime 50000");
    talk_forbid(&t, "^bestmove", 200);
    talk_send(&t, "ponderhit");
    talk_expect(&t, "^bestmove");
    /* After ponderhit it is an ordinary search, which finishes at the end of input. */
    talk_send(&t, "go ponder movetime 300");
    talk_send(&t, "ponderhit");
    talk_close_input(&t);
    talk_expect(&t, "^bestmove");
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, ponder_moves_are_for_uci_only_and_end_with_the_game) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Ponder value true");
    for (int i = 0; i < 10; i++) check_go(&t, i % 2 ? MID : BIG, "nodes 3000");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go depth 3");
    cr_assert(talk_matches(talk_expect(&t, "^bestmove"), "^bestmove " ANY_MOVE "$"));
    talk_send(&t, "ugi");
    talk_expect(&t, "^ugiok$");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go nodes 3000");
    cr_assert(talk_matches(talk_expect(&t, "^bestmove"), "^bestmove " ANY_MOVE "$"));
    talk_quit(&t);
}

/* ---- options ---- */

Test(session, options_are_refused_during_a_search_and_taken_right_after_it) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite");
    static const char *const OPTIONS[] = {"name Hash value 32", "name Threads value 2", "name Clear Hash",
                                          "name UCI_Variant value classic"};
    for (int i = 0; i < 4; i++) {
        talk_send(&t, "setoption %s", OPTIONS[i]);
        talk_expect(&t, "^info string error: .*setoption");
    }
    talk_send(&t, "stop");
    talk_expect(&t, "^bestmove");
    expect_position(&t, MID);
    for (int i = 0; i < 50; i++) {
        talk_send(&t, "go nodes 50");
        talk_expect(&t, "^bestmove");
        talk_silent(&t, "setoption name Hash value %d", i % 2 ? 8 : 4);
    }
    talk_send(&t, "go perft 9");
    talk_send(&t, "setoption name Hash value 16");
    talk_expect(&t, "^info string error: ");
    talk_send(&t, "stop");
    talk_expect(&t, "^info string .*stopped");
    talk_silent(&t, "setoption name Hash value 16");
    talk_send(&t, "bench 1 1 1");
    talk_expect(&t, "^[0-9]+ nodes [0-9]+ nps$");
    talk_silent(&t, "setoption name Hash value 8");
    talk_send(&t, "go perft 0");
    talk_expect(&t, "^Nodes searched: 1$");
    talk_silent(&t, "setoption name Hash value 8");
    talk_quit(&t);
}

Test(session, option_names_are_found_in_any_case_and_spacing) {
    Talk t = talk_open("ugi");
    static const char *const GOOD[] = {"setoption name hASH value 16",
                                       "setoption NAME Hash VALUE 16",
                                       "setoption name clear hash",
                                       "setoption  name  Move   Overhead\tvalue  50",
                                       "setoption name mULTIPV value 1",
                                       "setoption name MoVe oVeRhEaD value 10",
                                       "setoption name UCI_ShowWDL value TRUE",
                                       "setoption name UCI_Variant value Veletas-7",
                                       "setoption name ponder value false"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) talk_silent(&t, "%s", GOOD[i]);
    expect_position(&t, "7/7/7/7/7/7/7 b - 1");
    talk_quit(&t);
}

Test(session, bad_options_get_one_error_and_change_nothing) {
    Talk t = talk_open("uci");
    static const char *const BAD[] = {"setoption",
                                      "setoption value 5",
                                      "setoption name",
                                      "setoption name value 3",
                                      "setoption name a name b value 1 value 2",
                                      "setoption name Hash",
                                      "setoption name Hash value",
                                      "setoption name Hash value 0",
                                      "setoption name Hash value -1",
                                      "setoption name Hash value 131073",
                                      "setoption name Hash value 99999999999999999999",
                                      "setoption name Hash value 12abc",
                                      "setoption name Hash value 16 16",
                                      "setoption name Threads value 0",
                                      "setoption name Threads value 257",
                                      "setoption name MultiPV value 500",
                                      "setoption name Ponder value maybe",
                                      "setoption name UCI_LimitStrength value 1",
                                      "setoption name UCI_LimitStrength",
                                      "setoption name UCI_Elo value 0",
                                      "setoption name UCI_Elo value 4000",
                                      "setoption name UCI_Elo value strong",
                                      "setoption name UCI_Variant value chess",
                                      "setoption name UCI_Variant value veletas-",
                                      "setoption name OwnBook value false",
                                      "setoption name UCI_AnalyseMode value true",
                                      "setoption name Nonexistent",
                                      "setoption name ClearHash",
                                      "setoption name Move Overhead value 5001"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) talk_refused(&t, "%s", BAD[i]);
    expect_position(&t, START);
    check_go(&t, MID, "depth 2");
    talk_quit(&t);
}

Test(session, strength_is_limited_only_when_asked) {
    Talk t = talk_open("uci");
    talk_send(&t, "uci");
    talk_expect(&t, "^option name UCI_LimitStrength type check default false$");
    const char *line = talk_expect(&t, "^option name UCI_Elo type spin default [0-9]+ min [0-9]+ max [0-9]+$");
    int initial, least, most;
    cr_assert_eq(sscanf(line, "option name UCI_Elo type spin default %d min %d max %d", &initial, &least, &most), 3);
    cr_assert(least <= 500 && initial == most && most > 1500);
    talk_expect(&t, "^uciok$");
    talk_silent(&t, "setoption name uci_elo value %d", least);
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go depth 4");
    talk_expect(&t, "^info depth 4 ");
    talk_expect(&t, "^bestmove");
    talk_silent(&t, "setoption name UCI_LimitStrength value true");
    char first[MOVE_TEXT_SIZE], again[MOVE_TEXT_SIZE];
    for (int i = 0; i < 3; i++) {
        talk_send(&t, "position fen " MID);
        talk_send(&t, "go depth 60");
        expect_legal_best(&t, MID, i ? again : first);
        if (i) cr_assert_str_eq(first, again);
        talk_silent(&t, "setoption name Threads value %d", i + 2);
    }
    talk_send(&t, "go infinite");
    talk_send(&t, "setoption name UCI_Elo value %d", most);
    talk_expect(&t, "^info string error: .*setoption");
    talk_send(&t, "stop");
    talk_expect(&t, "^bestmove");
    check_go(&t, BIG, "movetime 1");
    check_go(&t, START, "wtime 1000 btime 1000");
    talk_silent(&t, "setoption name UCI_LimitStrength value false");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go depth 4");
    talk_expect(&t, "^info depth 4 ");
    talk_expect(&t, "^bestmove");
    talk_quit(&t);
}

Test(session, a_hash_beyond_the_memory_is_refused_or_taken) {
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name Hash value 131072");
    cr_assert_leq(talk_ready(&t, "^info string error: "), 1);
    talk_silent(&t, "setoption name Hash value 1");
    check_go(&t, MID, "depth 2");
    talk_quit(&t);
}

/* Megabytes that the machine could still give, 0 where it does not tell. */
static long available_mb(void) {
    char line[256];
    long kb = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && !kb && fgets(line, sizeof line, file)) sscanf(line, "MemAvailable: %ld kB", &kb);
    if (file) fclose(file);
    return kb / 1024;
}

/* Touching all of a large table takes seconds, for which a GUI would have to wait before its game. */
Test(session, a_large_table_is_not_touched_before_it_is_used) {
    enum { HASH_MB = 2048 };
    Talk t = talk_open("uci");
    if (resident_kb(&t) == 0 || available_mb() < 2 * HASH_MB) cr_skip_test("not enough memory, or none that is told");
    long before = resident_kb(&t);
    talk_silent(&t, "setoption name Hash value %d", HASH_MB);
    for (int i = 0; i < 3; i++) {
        talk_silent(&t, "setoption name UCI_Variant value %s", i % 2 ? "veletas" : "veletas-7");
        talk_silent(&t, "ucinewgame");
        talk_silent(&t, "setoption name Clear Hash");
        talk_silent(&t, "setoption name Threads value %d", 1 + i);
        talk_send(&t, "go nodes 1"); /* which no clearing outlasts */
        talk_expect(&t, "^bestmove");
        long grown = resident_kb(&t) - before;
        cr_assert_lt(grown, HASH_MB / 8 * 1024L, "%ld kB", grown);
    }
    talk_quit(&t);
}

Test(session, threads_change_without_a_new_game) {
    static const char BOTH[] = "go infinite\nstop\n";
    Talk t = talk_start(NULL);
    talk_send(&t, "uci");
    talk_send(&t, "setoption name Hash value 16");
    talk_expect(&t, "^uciok$");
    static const int COUNTS[] = {4, 1, 8, 2};
    for (int i = 0; i < 4; i++) {
        talk_silent(&t, "setoption name Threads value %d", COUNTS[i]);
        check_go(&t, MID, "movetime 50");
        for (int k = 0; k < 10; k++) {
            talk_write(&t, BOTH, sizeof BOTH - 1);
            expect_legal_best(&t, MID, NULL);
        }
        check_go(&t, BIG, "wtime 300 btime 300 winc 0 binc 0");
        check_go(&t, START, "nodes 300");
    }
    talk_quit(&t);
}

Test(session, the_variant_sets_up_its_start) {
    static const struct {
        const char *name, *start;
        const char *moves;
    } SETS[] = {{"classic-7", "7/7/7/7/7/7/7 b - 1", "49"},
                {"nocorners-9", "9/9/9/9/9/9/9/9/9 b - 1", "88200"},
                {"interim", START, "12608448"},
                {"veletas", START, "4041408"}};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (int i = 0; i < 4; i++) {
        talk_silent(&t, "setoption name UCI_Variant value %s", SETS[i].name);
        expect_position(&t, SETS[i].start);
        talk_send(&t, "moves");
        cr_assert_str_eq(talk_expect(&t, "^Moves: ") + 7, SETS[i].moves);
    }
    talk_quit(&t);
}

Test(session, wdl_and_multipv_follow_their_options) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name UCI_ShowWDL value true");
    talk_silent(&t, "setoption name MultiPV value 3");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go depth 2");
    talk_expect(
        &t, "^info depth 2 seldepth [0-9]+ multipv 3 score cp -?[0-9]+ wdl [0-9]+ 0 [0-9]+ nodes [0-9]+ nps [0-9]+ hashfull "
            "[0-9]+ time [0-9]+ pv " ANY_MOVE);
    talk_expect(&t, "^bestmove");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go depth 2");
    talk_expect(&t, "multipv 1 score mate 1 wdl 1000 0 0 nodes");
    talk_expect(&t, "^bestmove");
    talk_quit(&t);
}

/* ---- white space, long lines, malformed input ---- */

Test(session, claims_come_once_a_depth_where_they_are_asked_for) {
    static const char *const FIVE_LEFT =
        "2b7/1b3w1www/b2bbw4/2w1bBb1ww/w4b3w/1wbwbbbbWb/s2bw1w1wb/wbbw1w2s1/2b2w1wb1/1s1wbsbsw1 b - 23";
    Talk t = talk_open("uci");
    talk_send(&t, "position fen %s", FIVE_LEFT);
    talk_send(&t, "go depth 2");
    talk_expect(&t, "^bestmove ");
    talk_send(&t, "setoption name UCI_ShowClaims value true");
    talk_send(&t, "go depth 3");
    for (int depth = 1; depth <= 3; depth++) {
        talk_expect(&t, "^info depth %d ", depth);
        const char *line = talk_line(&t, TALK_GUARD_MS);
        REQUIRE(line && talk_matches(line, "^info string claims( [a-j][0-9]+ [01][.][0-9][0-9]){7}$"), "%s", line);
        REQUIRE(strstr(line, " f7 1.00") && strstr(line, " i5 0.00"), "claimed ones are certain: %s", line);
    }
    const char *line = talk_expect(&t, "^info ");
    REQUIRE(!strstr(line, "claims"), "claims again: %s", line);
    talk_expect(&t, "^bestmove ");
    talk_quit(&t);
}

Test(session, carriage_returns_and_tabs_are_white_space) {
    static const char LINES[] = "\t ugi \r\n\r\n   \t\r\nisready\r\nposition \t fen   " MID "  moves\tc6-c5/c6 \r\n"
                                "go  depth\t1\r\n";
    Talk t = talk_start(NULL);
    talk_write(&t, LINES, sizeof LINES - 1);
    talk_expect(&t, "^ugiok$");
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "readyok");
    talk_expect(&t, "^bestmove");
    expect_position(&t, "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
    talk_silent(&t, "setoption name Hash value 16\r");
    talk_silent(&t, "setoption name UCI_Variant value veletas-7\r");
    talk_write(&t, "quit\r\n", 6);
    cr_assert_eq(talk_end(&t), 0);
}

Test(session, lines_of_megabytes_are_one_command_each) {
    enum { MEGABYTE = 1 << 20 };
    Talk t = talk_open("uci");
    char *line = malloc(MEGABYTE + 200);
    int head = sprintf(line, "position fen " MID " moves c6-c5/c6");
    memset(line + head, ' ', MEGABYTE);
    strcpy(line + head + MEGABYTE, "\n");
    talk_write(&t, line, strlen(line));
    expect_position(&t, "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
    head = sprintf(line, "position fen " MID " ");
    memset(line + head, 'x', MEGABYTE);
    line[head + MEGABYTE] = '\0';
    talk_refused(&t, "%s", line);
    expect_position(&t, "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
    for (int i = 0; i + 8 <= MEGABYTE; i += 8) memcpy(line + i, "isready ", 8);
    line[MEGABYTE] = '\0';
    memcpy(line, "nothing ", 8);
    talk_refused(&t, "%s", line);
    free(line);
    talk_quit(&t);
}

Test(session, nul_bytes_are_white_space) {
    static const char LINES[] = "is\0ready\n\0isready\0\n\0\0\n";
    Talk t = talk_start(NULL);
    talk_write(&t, LINES, sizeof LINES - 1);
    cr_assert(talk_matches(talk_line(&t, TALK_GUARD_MS), "^info string error: .*'is'"));
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "readyok");
    talk_quit(&t);
}

Test(session, unknown_commands_get_one_error) {
    Talk t = talk_open("uci");
    static const char *const BAD[] = {
        "joho isready",  "xyzzy",    "pots",         "st",       "stopp",       "STOP",        "Isready",          "ucii",
        "go4",           "query",    "query foo",    "debug",    "debug maybe", "\x1b[A",      "bench 0",          "bench x",
        "bench 1 1 1 1", "position", "position foo", "go perft", "go perft x",  "go perft -1", "\xc3\xa9t\xc3\xa9"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) talk_refused(&t, "%s", BAD[i]);
    static const char *const SILENT[] = {"debug on", "debug off", "register later", "register name x code y", "", " ", "\t"};
    for (size_t i = 0; i < sizeof SILENT / sizeof *SILENT; i++) talk_silent(&t, "%s", SILENT[i]);
    talk_quit(&t);
}

Test(session, bad_positions_are_refused_whole) {
    Talk t = talk_open("ugi");
    talk_silent(&t, "position startpos moves " PLACE1);
    char before[POSITION_TEXT_SIZE];
    shown_position(&t, before);
    static const char *const BAD[] = {
        "fen blah",
        "fen 1",
        "fen",
        "fen " MID " bm x; id \"t 1\";",
        "fen " MID " 17 garbage moves c6-c5/c6",
        "fen " MID " c6-c5/c6",
        "fen " MID " moves c6-c5/c6 zz99",
        "fen 10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - moves c6-c5/c6",
        "fen 55/91/19/0s9/1000/010/10/10/10/10 b - 1",
        "fen sbswwwwwww/bbwwwwwwww/wwwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbwwwwww/"
        "wwwwwwwwww/BBBWWwwwww w - 47",
        "startpos moves zz99",
        "startpos moves " PLACE1 " a1,d6,h4,i8/f5 f5",
        "startpos moves " PLACE1 " swap swap",
        "startpos " PLACE1 " " PLACE2,
        "startpos moves moves",
        "fen " GO2 " moves e9-e10/e9"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        talk_refused(&t, "position %s", BAD[i]);
        expect_position(&t, before);
    }
    talk_send(&t, "query p1turn");
    talk_expect(&t, "^response false$");
    check_go(&t, MID, "depth 1");
    talk_quit(&t);
}

Test(session, empty_runs_are_read_as_numbers) {
    Talk t = talk_open("uci");
    talk_silent(&t, "position fen 10/1s1s1s4/10/10/s9/10/10/1s1s6/10/b7ws b - 1");
    expect_position(&t, "10/1s1s1s4/10/10/s9/10/10/1s1s6/10/b7ws b - 1");
    talk_silent(&t, "position fen 10/1s1s1s4/10/10/s9/10/10/1s1s6/10/b7ws b - 1 moves");
    expect_position(&t, "10/1s1s1s4/10/10/s9/10/10/1s1s6/10/b7ws b - 1");
    talk_quit(&t);
}

Test(session, a_whole_game_is_replayed_move_by_move) {
    Board b = board_at(START);
    char line[4096] = "position startpos moves";
    size_t length = strlen(line);
    Random r = random_seeded(5);
    Talk t = talk_open("ugi");
    static Move moves[MAX_TURNS];
    for (int ply = 0; position_winner(&b.position) == NO_COLOUR; ply++) {
        Move m;
        Undo undo;
        if (ply < 3) move_parse(&b.position, (const char *const[]){PLACE1, "swap", PLACE2}[ply], &m);
        else m = moves[random_below(&r, (int)turns_list(&b.position, moves))];
        line[length++] = ' ';
        length += move_text(m, line + length, MOVE_TEXT_SIZE);
        board_play(&b, m, &undo);
        char expected[POSITION_TEXT_SIZE];
        position_text(&b.position, expected, sizeof expected);
        talk_send(&t, "%s", line);
        expect_position(&t, expected);
        talk_send(&t, "query p1turn");
        talk_expect(&t, position_p1_turn(&b.position) ? "^response true$" : "^response false$");
    }
    talk_send(&t, "query gameover");
    talk_expect(&t, "^response true$");
    talk_send(&t, "query result");
    /* After the swap the first player is White. */
    talk_expect(&t, position_winner(&b.position) == WHITE ? "^response p1win$" : "^response p2win$");
    talk_send(&t, "go infinite");
    talk_expect(&t, "^bestmove \\(none\\)$");
    talk_refused(&t, "%s f5", line);
    talk_quit(&t);
}

/* ---- go and its limits ---- */

Test(session, go_needs_no_position_and_changes_none) {
    Talk t = talk_open("ugi");
    talk_send(&t, "go nodes 100");
    expect_legal_best(&t, START, NULL);
    expect_position(&t, START);
    for (int i = 0; i < 10; i++) {
        if (!i) talk_send(&t, "position fen " MID);
        talk_send(&t, "go nodes 500");
        expect_legal_best(&t, MID, NULL);
        expect_position(&t, MID);
    }
    talk_send(&t, "query p1turn");
    talk_expect(&t, "^response false$");
    talk_quit(&t);
}

Test(session, unknown_words_of_go_are_skipped_and_go_is_answered) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go wombat 7");
    talk_expect(&t, "^info string error: .*wombat");
    talk_forbid(&t, "^bestmove", 100);
    talk_send(&t, "stop");
    expect_legal_best(&t, MID, NULL);
    static const char *const FINITE[] = {"wombat 7 depth 1",       "depth x nodes 50",    "movetime depth 1",
                                         "searchmoves zz depth 1", "depth 1 searchmoves", "searchmoves zz c6-c5/c6 depth 1"};
    for (int i = 0; i < 6; i++) {
        talk_send(&t, "go %s", FINITE[i]);
        talk_expect(&t, "^info string error: ");
        expect_legal_best(&t, MID, NULL);
    }
    static const char *const ENDLESS[] = {"depth", "movetime abc", "", "nodes infinite"};
    for (int i = 0; i < 4; i++) {
        talk_send(&t, "go %s", ENDLESS[i]);
        talk_forbid(&t, "^bestmove", 60);
        talk_send(&t, "stop");
        expect_legal_best(&t, MID, NULL);
    }
    talk_quit(&t);
}

Test(session, limits_below_the_least_are_answered_at_once) {
    static const char *const LIMITS[] = {"movetime 0",
                                         "movetime 1",
                                         "movetime -1",
                                         "depth 0",
                                         "depth -1",
                                         "nodes 0",
                                         "nodes -1",
                                         "nodes 1",
                                         "wtime 0",
                                         "wtime -50 btime 10000 winc 100 binc 100",
                                         "wtime 1 btime 1",
                                         "wtime 0 btime 0 winc 5000 binc 5000",
                                         "wtime 10 btime 10 winc 5000 binc 5000",
                                         "wtime 15 btime 15 movestogo 1",
                                         "mate 0 movetime 100",
                                         "p2time 0"};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        talk_send(&t, "go %s", LIMITS[i]);
        expect_legal_best(&t, MID, NULL);
    }
    talk_send(&t, "position startpos");
    talk_send(&t, "go movetime 1");
    expect_legal_best(&t, START, NULL);
    talk_quit(&t);
}

Test(session, clocks_of_all_kinds_are_answered) {
    static const char *const LIMITS[] = {"wtime 1000 btime -170671 winc 20 binc 20",
                                         "btime 500",
                                         "wtime 500 btime 500 depth 60",
                                         "movetime 5000 nodes 1000 depth 60",
                                         "wtime 1000 btime 1000 movestogo 1",
                                         "wtime 32 btime 32 movestogo 1",
                                         "p1time 600000 p2time 300",
                                         "wtime 600 movestogo 0"};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        talk_send(&t, "go %s", LIMITS[i]);
        expect_legal_best(&t, MID, NULL);
    }
    talk_silent(&t, "setoption name Move Overhead value 5000");
    talk_send(&t, "go wtime 3000 btime 3000 winc 0 binc 0");
    expect_legal_best(&t, MID, NULL);
    talk_quit(&t);
}

Test(session, absurd_numbers_mean_very_long) {
    static const char *const LIMITS[] = {"wtime 2147483647 btime 2147483647 winc 2147483647 binc 2147483647",
                                         "wtime 9223372036854775807 btime 1 movestogo 1",
                                         "movetime 9223372036854775807",
                                         "movetime 99999999999999999999999",
                                         "nodes 9223372036854775807",
                                         "wtime 9223372036854775807 winc 9223372036854775807 movestogo 9223372036854775807"};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        talk_send(&t, "go %s", LIMITS[i]);
        talk_forbid(&t, "^bestmove", 150);
        talk_send(&t, "stop");
        expect_legal_best(&t, MID, NULL);
    }
    talk_quit(&t);
}

Test(session, infinite_beats_every_other_limit) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go infinite movetime 10 depth 1 nodes 1");
    talk_forbid(&t, "^bestmove", 300);
    talk_send(&t, "stop");
    expect_legal_best(&t, MID, NULL);
    talk_quit(&t);
}

Test(session, movetime_counts_from_the_go) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    wait_ms(600);
    talk_send(&t, "go movetime 500");
    talk_forbid(&t, "^bestmove", 200);
    expect_legal_best(&t, MID, NULL);
    talk_quit(&t);
}

Test(session, node_limits_are_kept) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    static const int BUDGETS[] = {1, 2, 10, 100, 1000, 12345};
    for (int i = 0; i < 6; i++) {
        long nodes = 0;
        talk_send(&t, "go nodes %d", BUDGETS[i]);
        const char *line;
        while (strncmp(line = talk_expect(&t, "^(info depth|bestmove) "), "bestmove", 8) != 0)
            nodes = strtol(strstr(line, " nodes ") + 7, NULL, 10);
        cr_assert(nodes >= 0 && nodes <= BUDGETS[i] + 1000, "%ld of %d", nodes, BUDGETS[i]);
    }
    talk_quit(&t);
}

Test(session, depths_at_and_beyond_the_largest) {
    static const char *const DEPTHS[] = {"0", "1", "127", "128", "255", "256", "1000", "2147483647", "-1"};
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " W1);
    for (size_t i = 0; i < sizeof DEPTHS / sizeof *DEPTHS; i++) {
        talk_send(&t, "go depth %s", DEPTHS[i]);
        cr_assert_not(talk_matches(talk_expect(&t, "^info depth"), "depth -"));
        talk_expect(&t, "^bestmove " ANY_MOVE "$");
    }
    talk_quit(&t);
}

Test(session, mates_are_told_in_the_units_of_the_dialect) {
    static const struct { const char *fen, *mate; } AT_ONCE[] = {{W1, "1"}, {L1, "-1"}, {TIE, "-1"}};
    Talk t = talk_open("uci");
    for (int i = 0; i < 6; i++) {
        if (i == 3) talk_send(&t, "ugi");
        talk_send(&t, "position fen %s", AT_ONCE[i % 3].fen);
        talk_send(&t, "go depth 4");
        talk_expect(&t, "score mate %s( |$)", AT_ONCE[i % 3].mate);
        talk_expect(&t, "^bestmove " ANY_MOVE);
    }
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go mate 1");
    talk_expect(&t, "^bestmove");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go mate 1");
    wait_ms(100);
    talk_send(&t, "stop");
    talk_expect(&t, "^bestmove");
    talk_quit(&t);
}

Test(session, a_setup_is_not_called_lost_because_a_sample_is) {
    /* 495 setups, of which e5,e6/d5 wins by proof; among the few dozen looked at all may lose. */
    static const char *const CROWDED = "wbbbwbw/w2b1wb/ws3ww/w1b1wbw/b1bb2w/wbbbbbw/bbwwwbb w - 1";
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "position fen %s", CROWDED);
    talk_send(&t, "go depth 5");
    for (const char *line; !talk_matches(line = talk_expect(&t, "^(info depth|bestmove)"), "^bestmove");)
        REQUIRE(!strstr(line, "mate -"), "%s", line);
    talk_send(&t, "go depth 7 searchmoves e5,e6/d5");
    talk_expect(&t, "score mate [1-9]");
    talk_expect(&t, "^bestmove e5,e6/d5");
    talk_quit(&t);
}

Test(session, mate_limits_end_in_the_setup_too) {
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "go mate 1");
    talk_expect(&t, "^bestmove ");
    talk_send(&t, "position startpos moves d4/a1");
    talk_send(&t, "go mate 2");
    talk_expect(&t, "^bestmove ");
    talk_quit(&t);
}

Test(session, a_swap_alone_among_searchmoves_is_searched) {
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "position startpos moves d4/a1");
    talk_send(&t, "go depth 2 searchmoves swap");
    talk_expect(&t, "^info depth 2 .* nodes [1-9][0-9]* .* pv swap [a-g]");
    talk_expect(&t, "^bestmove swap");
    talk_quit(&t);
}

Test(session, helpers_keep_to_the_depth_too) {
    Talk t = talk_open("uci");
    talk_send(&t, "setoption name UCI_Variant value veletas-7");
    talk_send(&t, "setoption name Threads value 4");
    for (int i = 0; i < 20; i++) {
        talk_send(&t, "position fen 6w/7/4s2/3s3/2s4/7/b6 b - 2");
        talk_send(&t, "go depth 3");
        for (const char *line; !talk_matches(line = talk_expect(&t, "^(info depth|bestmove)"), "^bestmove");)
            REQUIRE(talk_matches(line, "^info depth [123] "), "%s", line);
    }
    talk_quit(&t);
}

Test(session, multipv_has_a_line_for_each_move_at_most) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name MultiPV value 10");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go depth 3");
    int most = 0;
    for (const char *line; strncmp(line = talk_expect(&t, "^(info depth|bestmove) "), "bestmove", 8) != 0;) {
        int k = atoi(strstr(line, " multipv ") + 9);
        most = k > most ? k : most;
    }
    Board b = board_at(W1);
    cr_assert_eq((uint64_t)most, turns_count(&b.position));
    talk_silent(&t, "setoption name MultiPV value 256");
    check_go(&t, BIG, "depth 1");
    talk_silent(&t, "setoption name MultiPV value 4");
    Random r = random_seeded(9);
    for (int i = 0; i < 20; i++) {
        char go[32];
        snprintf(go, sizeof go, "nodes %d", 50 + random_below(&r, 3000));
        check_go(&t, MID, go);
    }
    talk_send(&t, "position startpos");
    talk_send(&t, "go nodes 1000");
    expect_legal_best(&t, START, NULL);
    talk_quit(&t);
}

/* One report's lines come in order, the best first; the last report's are what was found, however the search ended. */
Test(session, lines_are_in_order_when_stopped_with_threads) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Threads value 2");
    talk_silent(&t, "setoption name MultiPV value 5");
    for (int i = 0; i < 30; i++) {
        const char *fen = i % 2 ? MID : BIG, *line;
        int number = 0;
        long last = 0;
        talk_send(&t, "position fen %s", fen);
        talk_send(&t, "go infinite");
        wait_ms(i % 10 * 10);
        talk_send(&t, "stop");
        while (strncmp(line = talk_expect(&t, "^(info depth|bestmove) "), "bestmove", 8) != 0) {
            int k = atoi(strstr(line, " multipv ") + 9);
            const char *cp = strstr(line, " score cp ");
            REQUIRE(k == 1 || k == number + 1, "line %d behind line %d", k, number);
            REQUIRE(k == 1 || !cp || strtol(cp + 10, NULL, 10) <= last, "line %d is better than the one before: %s", k,
                    line);
            number = k;
            last = cp ? strtol(cp + 10, NULL, 10) : LONG_MAX;
            Board b = board_at(fen);
            play_words(&b, strstr(line, " pv ") + 4);
        }
    }
    talk_quit(&t);
}

Test(session, searchmoves_restrict_one_go) {
    Talk t = talk_open("uci");
    char best[MOVE_TEXT_SIZE], again[MOVE_TEXT_SIZE];
    talk_send(&t, "ucinewgame");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go depth 2");
    expect_legal_best(&t, MID, best);
    static const char *const OTHER[] = {"c6-c5/c6", "e3"};
    const char *other = OTHER[strcmp(best, OTHER[0]) == 0];
    static const char *const FORMS[] = {"searchmoves %s depth 2", "depth 2 searchmoves %s", "searchmoves %s movetime 100"};
    for (int i = 0; i < 3; i++) {
        char go[80];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(go, sizeof go, FORMS[i], other);
#pragma GCC diagnostic pop
        talk_send(&t, "go %s", go);
        expect_legal_best(&t, MID, again);
        cr_assert_str_eq(again, other);
    }
    talk_send(&t, "go depth 1 searchmoves %s %s", OTHER[0], OTHER[1]);
    expect_legal_best(&t, MID, again);
    cr_assert(strcmp(again, OTHER[0]) == 0 || strcmp(again, OTHER[1]) == 0);
    talk_send(&t, "ucinewgame");
    talk_send(&t, "go depth 2");
    expect_legal_best(&t, MID, again);
    cr_assert_str_eq(again, best);
    talk_send(&t, "position startpos");
    talk_send(&t, "go nodes 10 searchmoves " PLACE1);
    expect_legal_best(&t, START, again);
    cr_assert_str_eq(again, PLACE1);
    talk_quit(&t);
}

Test(session, finished_games_have_no_bestmove_whatever_the_limit) {
    static const char *const LIMITS[] = {"depth 5", "movetime 500",          "infinite", "", "ponder",
                                         "nodes 1", "wtime 1000 btime 1000", "mate 1"};
    Talk t = talk_open("ugi");
    for (int i = 0; i < 16; i++) {
        talk_send(&t, "position fen %s", i % 2 ? GO1 : GO2);
        talk_send(&t, "go %s", LIMITS[i / 2]);
        talk_expect(&t, "^bestmove \\(none\\)$");
        talk_send(&t, "stop");
        cr_assert_eq(talk_ready(&t, NULL), 0);
    }
    talk_send(&t, "query gameover");
    talk_expect(&t, "^response true$");
    talk_send(&t, "query result");
    talk_expect(&t, "^response p1win$");
    talk_send(&t, "moves");
    talk_expect(&t, "^Moves: 0$");
    talk_send(&t, "go perft 1");
    talk_expect(&t, "^Nodes searched: 0$");
    talk_send(&t, "go perft 0");
    talk_expect(&t, "^Nodes searched: 1$");
    talk_send(&t, "eval");
    talk_expect(&t, "^Black has won");
    talk_quit(&t);
}

Test(session, positions_at_the_edge_are_answered) {
    Talk t = talk_open("uci");
    check_go(&t, L1, "depth 2");
    check_go(&t, TIE, "movetime 50");
    check_go(&t, BIG, "wtime 1 btime 1 winc 0 binc 0");
    check_go(&t, BIG, "depth 1");
    check_go(&t, LOS, "nodes 500");
    check_go(&t, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w ? 1", "nodes 100");
    check_go(&t, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w x 1", "movetime 1");
    static const int NUMBERS[] = {63, 64, 65, 127, 128, 129, 255, 256, 257, 9999};
    for (int i = 0; i < 10; i++) {
        char fen[POSITION_TEXT_SIZE];
        snprintf(fen, sizeof fen, "%.*s%d", (int)sizeof MID - 2, MID, NUMBERS[i]);
        check_go(&t, fen, "movetime 10");
    }
    talk_quit(&t);
}

/* ---- the same again ---- */

/* The session's lines up to the bestmove, without what depends on time. */
static void transcript(Talk *t, char *out, size_t size) {
    size_t length = 0;
    const char *line;
    do {
        line = talk_expect(t, "^(info depth|bestmove) ");
        const char *nps = strstr(line, " nps "), *pv = strstr(line, " pv ");
        length += (size_t)snprintf(out + length, size - length, "%.*s%s\n", nps ? (int)(nps - line) : (int)strlen(line),
                                   line, pv ? pv : "");
        cr_assert_lt(length, size);
    } while (strncmp(line, "bestmove", 8) != 0);
}

Test(session, a_new_game_forgets_everything) {
    static char first[1 << 18], third[1 << 18];
    Talk t = talk_open("ugi");
    talk_send(&t, "uginewgame");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go nodes 8000");
    transcript(&t, first, sizeof first);
    check_go(&t, BIG, "nodes 8000");
    talk_send(&t, "uginewgame");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go nodes 8000");
    transcript(&t, third, sizeof third);
    cr_assert_str_eq(first, third);
    talk_quit(&t);
}

static void bench_total(Talk *t, char *out, size_t size) {
    const char *line = talk_expect(t, "^[0-9]+ nodes [0-9]+ nps$");
    snprintf(out, size, "%.*s", (int)(strchr(line, ' ') - line), line);
}

Test(session, bench_is_the_same_every_time_and_in_every_locale) {
    char first[32], again[32];
    static const char *const ARGUMENTS[] = {"bench", "2", "1", "4", NULL};
    static const char *const LOCALES[] = {"C", "de_DE.UTF-8", "tr_TR.UTF-8"};
    for (int i = 0; i < 3; i++) {
        setenv("LC_ALL", LOCALES[i], 1);
        Talk t = talk_start(ARGUMENTS);
        bench_total(&t, i ? again : first, sizeof first);
        cr_assert_eq(talk_end(&t), 0);
        if (i) cr_assert_str_eq(first, again);
    }
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name HASH value 16");
    check_go(&t, MID, "nodes 1000");
    for (int i = 0; i < 2; i++) {
        talk_send(&t, "bench 2 1 4");
        bench_total(&t, again, sizeof again);
        cr_assert_str_eq(first, again);
    }
    expect_position(&t, MID);
    talk_quit(&t);
}

Test(session, the_score_is_that_of_the_position_not_of_the_seats) {
    char text[POSITION_TEXT_SIZE], best[2][64];
    Talk t = talk_open("ugi");
    talk_send(&t, "position startpos moves " PLACE1 " swap " PLACE2);
    for (int i = 0; i < 2; i++) {
        if (i) talk_send(&t, "position fen %s", text);
        talk_send(&t, "uginewgame");
        talk_send(&t, "go depth 1");
        const char *line = talk_expect(&t, "^info depth 1 .* score ");
        snprintf(best[i], sizeof best[i], "%.20s", strstr(line, " score "));
        talk_expect(&t, "^bestmove");
        shown_position(&t, text);
    }
    cr_assert_str_eq(best[0], best[1]);
    talk_quit(&t);
}

/* ---- the swap, claims, results ---- */

static void expect_p1turn(Talk *t, const char *position, const char *answer) {
    talk_send(t, "position %s", position);
    talk_send(t, "query p1turn");
    talk_expect(t, "^response %s$", answer);
}

Test(session, seats_alternate_and_colours_do_not) {
    Talk t = talk_open("ugi");
    expect_p1turn(&t, "startpos", "true");
    expect_p1turn(&t, "startpos moves " PLACE1, "false");
    expect_p1turn(&t, "startpos moves " PLACE1 " swap", "true");
    expect_p1turn(&t, "startpos moves " PLACE1 " swap " PLACE2, "false");
    expect_p1turn(&t, "startpos moves " PLACE1 " " PLACE2, "true");
    talk_send(&t, "position startpos moves " PLACE1 " swap");
    talk_send(&t, "go p1time 200 p2time 600000 p1inc 0 p2inc 0");
    talk_expect(&t, "^bestmove " ANY_MOVE "$");
    talk_quit(&t);
}

Test(session, a_swap_moves_no_piece) {
    Talk t = talk_open("uci");
    talk_send(&t, "position startpos moves " PLACE1 " swap");
    expect_position(&t, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w x 1");
    talk_send(&t, "position startpos moves " PLACE1);
    expect_position(&t, "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w ? 1");
    talk_quit(&t);
}

Test(session, equal_groups_give_the_shooter_to_the_movers_opponent) {
    Talk t = talk_open("ugi");
    talk_send(&t, "position fen " TIE " moves b10");
    talk_send(&t, "query gameover");
    talk_expect(&t, "^response true$");
    talk_send(&t, "query result");
    talk_expect(&t, "^response p2win$");
    talk_quit(&t);
}

Test(session, claimed_shooters_block_where_the_rules_say_so) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " LOS);
    talk_send(&t, "moves");
    talk_expect(&t, "^h6$");
    talk_expect(&t, "^Moves: 4223$");
    talk_silent(&t, "setoption name UCI_Variant value boardspace");
    talk_send(&t, "position fen " LOS);
    talk_send(&t, "go perft 1");
    talk_expect(&t, "^Nodes searched: 3747$");
    talk_refused(&t, "position fen " LOS " moves h6");
    talk_quit(&t);
}

/* ---- perft, bench, display ---- */

Test(session, perft_counts_by_move_and_stops) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go perft 1");
    talk_expect(&t, "^" ANY_MOVE ": 1$");
    talk_expect(&t, "^Nodes searched: [0-9]+$");
    cr_assert_eq(talk_ready(&t, "^bestmove"), 0);
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go perft 1");
    talk_expect(&t, "^c6-c5/c6: 1$");
    talk_expect(&t, "^Nodes searched: 3847$");
    talk_send(&t, "position startpos");
    talk_send(&t, "go perft 1");
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "Nodes searched: 4041408");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "go perft 8");
    cr_assert_eq(talk_ready(&t, "^Nodes"), 0);
    talk_send(&t, "stop");
    talk_expect(&t, "^info string .*stopped");
    cr_assert_eq(talk_ready(&t, NULL), 0);
    talk_send(&t, "bench 99");
    talk_send(&t, "stop");
    talk_expect(&t, "^info string .*stopped");
    check_go(&t, MID, "depth 2");
    talk_quit(&t);
}

Test(session, the_board_is_shown_with_its_facts) {
    Talk t = talk_open("uci");
    talk_send(&t, "position fen " MID);
    talk_send(&t, "d");
    talk_expect(&t, "^10  \\. \\. ");
    talk_expect(&t, "^ 9  \\. s ");
    talk_expect(&t, "^    a b c d e f g h i j$");
    talk_expect(&t, "^Fen: ");
    cr_assert(talk_matches(talk_line(&t, TALK_GUARD_MS), "^Key: [0-9a-f]{16}$"));
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "Moves: 3847");
    talk_send(&t, "eval");
    talk_expect(&t, "^d3 +0\\.[0-9]{3} +0\\.[0-9]{3} ");
    talk_expect(&t, "^White to move: P\\(win\\) 0\\.[0-9]{3}, -?[0-9]+ cp$");
    talk_send(&t, "position startpos");
    talk_send(&t, "eval");
    talk_expect(&t, "setup");
    talk_send(&t, "moves");
    cr_assert_str_eq(talk_line(&t, TALK_GUARD_MS), "Moves: 4041408");
    talk_quit(&t);
}

Test(session, arguments_of_the_program) {
    Talk t = talk_start((const char *const[]){"--version", NULL});
    char version[SUPPORT_PATH], name[SUPPORT_PATH];
    snprintf(version, sizeof version, "%s",
             talk_expect(&t, "^Cierzo [0-9]+\\.[0-9]+\\.[0-9]+(\\+[0-9a-z]+(\\.dirty)?)?( \\(x86-64(-v3)?\\))?$"));
    cr_assert_eq(talk_end(&t), 0);
    t = talk_start((const char *const[]){NULL});
    talk_send(&t, "uci");
    snprintf(name, sizeof name, "%s", talk_expect(&t, "^id name "));
    cr_expect_str_eq(name + strlen("id name "), version);
    talk_quit(&t);
    t = talk_start((const char *const[]){"--help", NULL});
    talk_expect(&t, "bench");
    cr_assert_eq(talk_end(&t), 0);
    t = talk_start((const char *const[]){"--nonsense", NULL});
    cr_assert_neq(talk_end(&t), 0);
    t = talk_start((const char *const[]){"bench", "x", NULL});
    cr_assert_neq(talk_end(&t), 0);
}

/* ---- the log ---- */

Test(session, a_log_that_cannot_be_written_is_an_error_and_no_more) {
    static const char *const PATHS[] = {"/nofolder/a.txt", "/tmp", "/dev/full", "/proc/1/mem"};
    Talk t = talk_open("uci");
    for (int i = 0; i < 4; i++) talk_refused(&t, "setoption name Debug Log File value %s", PATHS[i]);
    talk_silent(&t, "setoption name Debug Log File value");
    talk_silent(&t, "setoption name Debug Log File value <empty>");
    talk_quit(&t);
}

Test(session, the_log_has_every_line_in_and_out) {
    char path[SUPPORT_PATH];
    int fd = mkstemp(support_temporary(path, "log of a session"));
    cr_assert_geq(fd, 0);
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Debug Log File value %s", path);
    talk_send(&t, "position fen " W1);
    talk_send(&t, "go depth 1");
    talk_expect(&t, "^bestmove");
    talk_silent(&t, "setoption name Debug Log File value ");
    talk_refused(&t, "query p1turn x y");
    talk_quit(&t);
    char text[8192];
    ssize_t length = read(fd, text, sizeof text - 1);
    cr_assert_gt(length, 0);
    text[length] = '\0';
    static const char *const EXPECTED[] = {" out readyok\n", " in  position fen " W1 "\n", " in  go depth 1\n",
                                           " out info depth 1 ", " out bestmove "};
    for (int i = 0; i < 5; i++) cr_expect(strstr(text, EXPECTED[i]), "%s is not in %s", EXPECTED[i], text);
    cr_expect_not(strstr(text, "p1turn"));
    cr_expect(talk_matches(text, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z "));
    close(fd);
    unlink(path);
}
