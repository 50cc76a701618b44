/* cierzo-suite: every form of suite, right and wrong answers, engines that fail, and what is written for programs. */
#include "tests/program.h"
#include "tests/support.h"

TestSuite(suite, .init = program_init, .fini = program_end, .timeout = 300);

#define SUITE "\"$BIN\"/cierzo-suite "
#define CIERZO " --engine \"$BIN\"/cierzo"
/* The better moves of a late position, and what else is legal there. */
#define LATE "veletas-7;1b3b1/3wwww/1b2b1s/1wb1bw1/wbw4/bwb1wbb/Ww1b1wB b - 13;"

Test(suite, late_positions_are_solved_and_proved) {
    RUN(0, SUITE "\"$DATA\"/late.epd --depth 12 --movetime 20000" CIERZO);
    SAYS("best moves +12 of 12 solved, 12 proved; time to solution: mean [0-9.]+ s, median");
    SAYS("^ +1 veletas-7 +proved g5-g3/g4 +\\+M[0-9]+ ");
}

Test(suite, a_losing_move_is_not_solved) {
    program_file("wrong", LATE "g5-g4/g3\n");
    RUN(1, SUITE "wrong --nodes 2000" CIERZO);
    SAYS("^ +1 veletas-7 +no ");
    SAYS("best moves +0 of 1 solved, 0 proved$");
}

Test(suite, leaf_counts) {
    RUN(0, "grep '^veletas-7' \"$DATA\"/perft.epd | " SUITE "-" CIERZO);
    SAYS("leaf counts +[1-9][0-9]* of [1-9][0-9]* solved$");
    run = program_run(SUITE "\"$DATA\"/perft.epd" FAKE_ENGINE);
    cr_assert_eq(run->status, 1);
    SAYS("no +D1 1, not [0-9]+");
    SAYS("leaf counts +0 of 145 solved");
}

Test(suite, turns_positions_and_illegal_moves) {
    RUN(0, "sed -n '1~40p' \"$DATA\"/turns.epd >t; " SUITE "t \"$DATA\"/positions.epd \"$DATA\"/illegal.epd" CIERZO);
    SAYS("turns +30 of 30 solved$");
    SAYS("positions +120 of 120 solved$");
    SAYS("illegal moves +290 of 290 solved$");
}

Test(suite, an_engine_that_takes_everything_solves_what_is_to_be_taken) {
    RUN(1, "sed -n '1~40p' \"$DATA\"/turns.epd >t; " SUITE "t \"$DATA\"/positions.epd \"$DATA\"/illegal.epd" FAKE_ENGINE);
    SAYS("turns +0 of 30 solved$");
    SAYS("illegal moves +0 of 290 solved$");
    cr_assert_not(program_says(run->out, "positions +(0|120) of 120"));
}

/* The right move counts from where it stays. */
Test(suite, time_to_solution) {
    program_file("s", LATE "g5-g3/g4\n" LATE "g5-g3/g4\n" LATE "g5-g3/g4\n");
    program_file("answers", "info depth 1 score cp 5 time 1 pv g5-g3/g4|info depth 2 score cp 6 time 20 pv g5-g4/g3|"
                            "info depth 3 score cp 7 time 300 pv g5-g3/g4|info depth 4 score cp 812 time 4000 pv g5-g3/g4|"
                            "info depth 4 multipv 2 score cp 1 time 4000 pv g5-g4/g3|bestmove g5-g3/g4\n"
                            "info depth 9 score mate 5 time 100 pv g5-g3/g4|bestmove g5-g3/g4\n"
                            "info depth 9 score cp 5 time 7 pv g5-g3/g4|bestmove g5-g4/g3\n");
    RUN(1, SUITE "s" FAKE_ENGINE);
    SAYS("^ +1 veletas-7 +yes +g5-g3/g4 +\\+8.12 +4 +0.300 s");
    SAYS("^ +2 veletas-7 +proved g5-g3/g4 +\\+M5 +9 +0.100 s");
    SAYS("^ +3 veletas-7 +no +g5-g4/g3 +\\+0.05 +9 +- ");
    SAYS("2 of 3 solved, 1 proved; time to solution: mean 0.200 s, median 0.200 s, longest 0.300 s");
}

Test(suite, an_engine_that_fails_is_started_again) {
    program_file("s", LATE "g5-g3/g4\n" LATE "g5-g3/g4\n");
    program_file("answers", "crash\n");
    RUN(1, SUITE "s" FAKE_ENGINE CIERZO " --nodes 30000");
    SAYS("^ +1 veletas-7 +FAILED the engine has ended .*proved");
    SAYS("^ +2 veletas-7 +FAILED the engine has ended .*proved");
    SAYS("0 of 2 solved, 0 proved, 2 without an answer");
    SAYS("2 of 2 solved, 2 proved;");
}

Test(suite, illegal_answers_and_engines_that_do_not_start) {
    program_file("s", LATE "g5-g3/g4\n");
    program_file("answers", "bestmove a1\n");
    RUN(1, SUITE "s" FAKE_ENGINE);
    SAYS("FAILED the engine plays a1: ");
    run = program_run(SUITE "s --engine ./none");
    cr_assert_eq(run->status, 1);
    SAYS("FAILED cannot start ./none");
    run = program_run(SUITE "s --option Hsah=1" CIERZO);
    cr_assert_eq(run->status, 1);
    SAYS("FAILED the engine has no option Hsah");
}

Test(suite, broken_lines_are_told_and_the_rest_is_done) {
    program_file("s", "# a comment\n\nchess;x;e4\n" LATE "g5-g3/g4\nveletas-7;7/7 b - 1;a1\nveletas-7\n" LATE "a1\n" LATE
                      "D1 x\n" LATE "1/14;9;\n" LATE "a;b;c;d\n" LATE "1;1;1;1;1;1;1;1;1;1;1;1;1\n");
    RUN(1, SUITE "s --nodes 3000" CIERZO);
    TELLS("^s: line 3: no such rule set$");
    TELLS("^s: line 5: wrong number of ranks$");
    TELLS("^s: line 6: fewer than three fields$");
    TELLS("^s: line 7: an illegal move among the right ones");
    TELLS("^s: line 8: not a leaf count$");
    TELLS("^s: line 9: no move$");
    TELLS("^s: line 10: not of any form$");
    TELLS("^s: line 11: too many fields$");
    SAYS("1 of 1 solved");
    SAYS("^8 lines or files could not be read$");
}

Test(suite, tables_for_programs) {
    program_file("s", LATE "g5-g3/g4\n" LATE "D1 14\n");
    program_file("answers", "info depth 9 score mate 5 nodes 17 time 100 pv g5-g3/g4|bestmove g5-g3/g4\n");
    RUN(1, SUITE "s --csv c --json j" FAKE_ENGINE);
    const char *text = program_text("c");
    cr_assert(
        program_says(text, "^\"s\",1,best moves,veletas-7,\"[^\"]*\",\"sh fake.sh\",1,1,0,\"g5-g3/g4\",\\+M5,9,17,100$"),
        "%s", text);
    cr_assert(program_says(text, "^\"s\",2,leaf counts,veletas-7,\"[^\"]*\",\"sh fake.sh\",0,0,0,\"D1 1, not 14\",,0,0,$"),
              "%s", text);
    text = program_text("j");
    cr_assert(
        program_says(
            text,
            "\"solved\":true,\"proved\":true,\"failed\":false,\"answer\":\"g5-g3/g4\",\"score\":\"\\+M5\",\"depth\":9"),
        "%s", text);
    cr_assert(program_says(text, "\"solution_ms\":null\\}$"), "%s", text);
}

/* ---- in parts ---- */

#define RIGHT(cp, ms) "info depth 9 score cp " cp " nodes 17 time " ms " pv g5-g3/g4|bestmove g5-g3/g4\n"
#define WRONG "info depth 8 score cp -7 nodes 5 time 3 pv g5-g4/g3|bestmove g5-g4/g3\n"

/* Asks with these answers, by the n-th question that the engine is asked. */
static const Run *ask_with(const char *answers, const char *options) {
    program_file("answers", answers);
    return program_run(SUITE "s --nodes 100 %s" FAKE_ENGINE, options);
}

/* Three questions and a leaf count in two shards, of which the first is stopped and started again. */
Test(suite, shards_together_are_the_run_in_one_piece) {
    program_file("s", LATE "g5-g3/g4\n" LATE "g5-g3/g4\n" LATE "g5-g3/g4\n" LATE "D1 14\n");
    cr_assert_eq(ask_with(RIGHT("5", "100") WRONG RIGHT("812", "3000"), "--csv whole")->status, 1);
    cr_assert_eq(ask_with(RIGHT("5", "100") "crash\n", "--shard 1/2 --work 1")->status, 0);
    cr_assert_eq(program_run("head -n 2 1 >k && printf '2;torn' >>k && mv k 1")->status, 0);
    cr_assert_eq(ask_with(WRONG, "--shard 2/2 --work 2")->status, 0);
    const Run *run = ask_with("crash\n", "--merge --work 2 --work 1 --csv part");
    cr_assert_eq(run->status, 2, "the first shard is not done");
    TELLS("missing: 1 of 4 items, from 0: 2$");
    cr_assert_eq(ask_with(RIGHT("812", "3000"), "--shard 1/2 --work 1")->status, 0, "asks for one answer alone");
    run = ask_with("crash\n", "--merge --work 2 --work 1 --csv merged");
    cr_assert_eq(run->status, 1);
    SAYS("best moves +2 of 3 solved, 0 proved; time to solution: mean 1.550 s");
    cr_assert_eq(program_run("cmp whole merged && ! [ -e part ]")->status, 0);
}

Test(suite, parts_of_another_run_are_refused) {
    static const struct {
        const char *before, *after;
    } OTHERS[] = {
        {"s --nodes 101", ""}, {"s --nodes 100 --option A=1", ""}, {"s --nodes 100", "--option A=1"}, {"t --nodes 100", ""}};
    program_file("s", LATE "g5-g3/g4\n" LATE "D1 1\n");
    program_file("t", LATE "g5-g4/g3\n" LATE "D1 1\n");
    cr_assert_eq(ask_with(RIGHT("5", "100"), "--shard 1/1 --work 1")->status, 0);
    const Run *run = program_run("cp 1 before");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        for (int merging = 0; merging < 2; merging++) {
            run = program_run(SUITE "%s" FAKE_ENGINE " %s %s --work 1", OTHERS[i].before, OTHERS[i].after,
                              merging ? "--merge" : "--shard 1/1");
            cr_assert_eq(run->status, 2, "%zu\n%s", i, run->out);
            TELLS("^cierzo-suite: 1: the file is of other work$");
            cr_assert_eq(program_run("cmp 1 before")->status, 0);
        }
}

Test(suite, bad_command_lines) {
    static const char *const lines[] = {"",
                                        "\"$DATA\"/late.epd",
                                        CIERZO,
                                        "x --movetime 0" CIERZO,
                                        "x --depth 1x" CIERZO,
                                        "x --none" CIERZO,
                                        "x --option Hash" CIERZO,
                                        "x --shard 3/2 --work w" CIERZO,
                                        "x --shard 1/2" CIERZO,
                                        "x --work w" CIERZO,
                                        "x --merge" CIERZO,
                                        "x --merge --shard 1/2 --work w" CIERZO};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        RUN(2, SUITE "%s", lines[i]);
        TELLS("^usage: cierzo-suite ");
    }
    RUN(1, SUITE "no-such-file" CIERZO);
    TELLS("cannot read no-such-file");
}
