/* cierzo-games: files checked, turned into positions, converted, analysed. */
#include "tests/program.h"
#include "tests/support.h"

TestSuite(games_tool, .init = program_init, .fini = program_end, .timeout = 300);

#define GAMES "\"$BIN\"/cierzo-games "
#define SEVEN "[Variant \"veletas-7\"]\n"
/* A short game, after whose swap the first player is White. */
#define SHORT "1. d4/a1 {+0.10/3 own words} swap c3,e5/g7 2. c3-c4/c2"
/* White has but one shooter to claim. */
#define DECIDED "[FEN \"BB5/6s/7/7/7/7/7 w - 9\"]\n"

/* ---- check ---- */

Test(games_tool, check_counts) {
    program_file("g",
                 SEVEN "\n" SHORT " 1-0\n\n" SEVEN "[Termination \"time forfeit\"]\n\n" SHORT " 0-1\n\n" SEVEN
                       "\n1. d4/a1 *\n\n" SEVEN DECIDED "[Termination \"claims\"]\n\n0-1\n\n[Variant \"classic\"]\n\n*\n");
    RUN(0, GAMES "check g");
    SAYS("^5 games, 0 with a contradiction; 0 broken");
    SAYS("^veletas-7 +4 +1 +2.2 +66.7 % \\[ *20.8 \\.\\.\\. +93.9\\] +50.0 % ");
    SAYS("^classic +1 +1 +0.0 +- +-$");
    SAYS("^time forfeit +1$");
    SAYS("^claims +1$");
    SAYS("^\\(unfinished\\) +2$");
    SAYS("^\\(not told\\) +1$");
}

Test(games_tool, check_finds_what_is_wrong) {
    program_file("g", SEVEN "\n1. d4/a1 d4 1-0\n\n" SEVEN "[Termination \"claims\"]\n\n" SHORT " 1-0\n\n" SEVEN DECIDED
                            "[Termination \"adjudication\"]\n\n0-1\n\n" SEVEN "\n" SHORT "\n");
    RUN(1, GAMES "check g none");
    TELLS("^g: game 1: line 3: turn 1, d4: ");
    TELLS("^g: game 2: line 8: the tag Termination says claims, but nobody");
    TELLS("^g: game 3: line 14: the game was won by claims");
    TELLS("^g: game 4: line 18: the game stops before its result word");
    TELLS("cannot read none");
    SAYS("^2 games, 2 with a contradiction; 3 broken");
}

/* ---- positions ---- */

Test(games_tool, positions) {
    program_file("g", SEVEN "\n" SHORT " 1-0\n\n" SEVEN "\n" SHORT " 1-0\n\n" SEVEN DECIDED "\n0-1\n");
    RUN(0, GAMES "positions g --unique --result --score");
    cr_assert_str_eq(run->out, "veletas-7;7/7/7/7/7/7/7 b - 1;w;+0.10\nveletas-7;7/7/7/3s3/7/7/b6 w ? 1;w;\n"
                               "veletas-7;7/7/7/3s3/7/7/b6 w x 1;w;\nveletas-7;6w/7/4s2/3s3/2s4/7/b6 b x 2;w;\n"
                               "veletas-7;6w/7/4s2/2ss3/7/2b4/b6 w x 2;w;\n");
    run = program_run(GAMES "positions g --no-setup | wc -l");
    SAYS("^ *4$");
    run = program_run(GAMES "positions g --plies 1-3 --every 2 --unique");
    cr_assert_str_eq(run->out, "veletas-7;7/7/7/3s3/7/7/b6 w ? 1\nveletas-7;6w/7/4s2/3s3/2s4/7/b6 b x 2\n");
    run = program_run(GAMES "positions g --plies 4 --out o; cat o");
    cr_assert_str_eq(run->out, "veletas-7;6w/7/4s2/2ss3/7/2b4/b6 w x 2\nveletas-7;6w/7/4s2/2ss3/7/2b4/b6 w x 2\n");
}

/* ---- convert ---- */

Test(games_tool, convert_lines_of_self_play_and_move_lists) {
    program_file("l",
                 "# games\n7;veletas-7;6w/7/4s2/3s3/2s4/7/b6 b - 2;c3-c4/c2=31 g7=-31998;b\n"
                 "veletas-7;d4/a1 swap c3,e5/g7 2. c3-c4/c2\nveletas-7;6w/7/4s2/3s3/2s4/7/b6 b - 2;c3-c4/c2\nd4/a1 swap\n");
    RUN(1, GAMES "convert l --variant nocorners-7");
    TELLS("^l: line 2: g7=-31998: no shooter");
    TELLS("^l: line 5: d4/a1: ");
    SAYS("^1\\. d4/a1 swap c3,e5/g7 2\\. c3-c4/c2 \\*$");
    SAYS("^\\[FEN \"6w/7/4s2/3s3/2s4/7/b6 b - 2\"\\]$");
    SAYS("^2\\. c3-c4/c2 \\*$");
}

Test(games_tool, convert_wants_the_result_of_the_moves) {
    program_file("l", "1;veletas-7;4w2/1w5/2s1s2/3b3/3bs1b/1b3w1/7 w - 4;e5-c7/c3=-105;b\n");
    RUN(1, GAMES "convert l");
    TELLS("^l: line 1: the result is not that of the moves$");
    cr_assert_str_eq(run->out, "");
}

/* Notes have what an engine prints, self-play what the search found. */
Test(games_tool, scores_of_self_play_become_promises) {
    program_file("l", "0;veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;c6=500;b\n");
    RUN(0, GAMES "convert l");
    SAYS("^20\\. c6 \\{\\+7.00\\} 0-1$");
    run = program_run("sed 's/=500/=-2500/' l | " GAMES "convert -");
    SAYS("^20\\. c6 \\{-30.00\\} 0-1$");
}

Test(games_tool, scores_of_self_play_are_notes) {
    program_file("l", "8;veletas-7;Wwbsw2/bw1bb2/wwwb3/1bbb3/wwwb1wb/1b1www1/1bb1b1s w - 14;"
                      "f1=31997 d7-c6/d7=-31998 g1-g2/g1=31999;w\n");
    RUN(0, GAMES "convert l");
    SAYS("^\\[Round \"8\"\\]$");
    SAYS("^\\[Termination \"claims\"\\]$");
    SAYS("^14\\.\\.\\. f1 \\{\\+M2\\} 15\\. d7-c6/d7 \\{-M1\\} g1-g2/g1 \\{\\+M1\\} 1-0$");
    run = program_run("sed 's/w$/b/' l | " GAMES "convert -");
    cr_assert_eq(run->status, 1);
    TELLS("^-: line 1: the result is not that of the moves$");
}

/* ---- analyse ---- */

static const char ANSWERS[] = "info depth 5 score cp 0 time 1 pv c3/a1|bestmove c3/a1\n"
                              "info depth 6 score cp 400 time 1 pv swap|bestmove swap\n"
                              "info depth 7 score mate 3 time 1 pv c3,e5/g7|bestmove c3,e5/g7\n"
                              "info depth 8 score cp -400 time 1 pv c3-c4/c1|bestmove c3-c4/c1\n"
                              "info depth 9 score cp 400 time 1 pv g1|bestmove c4-c5/g1\n";

Test(games_tool, analysis_comments_and_lists) {
    program_file("g", SEVEN "\n" SHORT " 1-0\n");
    program_file("answers", ANSWERS);
    RUN(0, GAMES "analyse g --out o --movetime 5" FAKE_ENGINE);
    /* Turn 1: 0.500, after it the opponent has 0.909. The setup: a win, after it the opponent has 0.091. */
    SAYS("^0.409 +0.500 +0.091 +1 +1b +d4/a1 +c3/a1 +g$");
    cr_assert_not(program_says(run->out, "swap +swap|c3,e5/g7 +c3,e5/g7"), "%s", run->out);
    TELLS("^g: game 1, position 5 of 5; 5 in all");
    run = program_run("tr '\\n' ' ' <o");
    SAYS("1\\. d4/a1 \\{\\+0.10/3 own words \\[%eval \\+0.00/5\\] \\[%best c3/a1\\] \\[%win 0.500 0.091\\]\\} swap "
         "\\{\\[%eval \\+4.00/6\\] \\[%best swap\\] \\[%win 0.909 0.000\\]\\} c3,e5/g7 "
         "\\{\\[%eval \\+M3/7\\] \\[%best c3,e5/g7\\] \\[%win 1.000 0.909\\]\\} 2\\. c3-c4/c2 "
         "\\{\\[%eval -4.00/8\\] \\[%best c3-c4/c1\\] \\[%win 0.091 0.091\\]\\} 1-0");
    run = program_run(GAMES "analyse o --out p --movetime 5" FAKE_ENGINE " && cmp o p");
    cr_assert_eq(run->status, 0, "a second analysis differs: %s%s", run->out, run->error);
}

Test(games_tool, a_crash_keeps_what_was_done) {
    program_file("g", SEVEN "\n" SHORT " 1-0\n\n" SEVEN "\n" SHORT " 1-0\n");
    program_file(
        "answers",
        "info depth 5 score cp 0 pv c3/a1|bestmove c3/a1\ninfo depth 6 score cp 400 pv swap|bestmove swap\ncrash\n");
    RUN(1, GAMES "analyse g --out o" FAKE_ENGINE);
    TELLS("^cierzo-games: g: game 1, position 3 of 5: the engine has ended");
    SAYS("^0.409 +0.500 +0.091 +1 +1b +d4/a1 +c3/a1 +g$");
    run = program_run(GAMES "check o; cat o");
    SAYS("^1 games, 0 with");
    SAYS("\\[%best c3/a1\\]");
    cr_assert_not(program_says(run->out, "%best swap"), "%s", run->out);
}

/* Two games, of which the engine dies in the first; then it is asked for what is missing, and no more. */
Test(games_tool, an_analysis_goes_on_at_the_position_where_it_was_stopped) {
    program_file("g", SEVEN "\n" SHORT " 1-0\n\n" SEVEN "\n" SHORT " 1-0\n");
    char whole[2 * sizeof ANSWERS];
    snprintf(whole, sizeof whole, "%s%s", ANSWERS, ANSWERS);
    program_file("answers", whole);
    RUN(0, GAMES "analyse g --out o --nodes 5" FAKE_ENGINE " >list");
    program_run("head -n 2 answers >k; echo crash >>k; sed 1,2d answers >rest; cp answers all; cp k answers");
    run = program_run(GAMES "analyse g --out p --nodes 5 --work w" FAKE_ENGINE);
    cr_assert_eq(run->status, 1);
    run = program_run("grep -c ';' w; printf '2;c3,e5/g7 1 9' >>w; cp rest answers");
    SAYS("^2$");
    run = program_run(GAMES "analyse g --out p --nodes 5 --work w" FAKE_ENGINE " >list2 && cmp o p && cmp list list2");
    cr_assert_eq(run->status, 0, "%s%s", run->out, run->error);
    TELLS("8 in all");
    run = program_run("echo crash >answers; cp w before; " GAMES "analyse g --out q --nodes 5 --work w" FAKE_ENGINE
                      " >list3 && cmp o q && cmp list list3");
    cr_assert_eq(run->status, 0, "nothing is left to be asked: %s%s", run->out, run->error);
    static const char *const OTHERS[] = {"g --nodes 6", "g --nodes 5 --option A=1", "g g --nodes 5", "o --nodes 5"};
    for (int i = 0; i < 4; i++) {
        run = program_run(GAMES "analyse %s --work w" FAKE_ENGINE, OTHERS[i]);
        cr_assert_eq(run->status, 1, "%s", OTHERS[i]);
        TELLS("^cierzo-games: w: the file is of other work$");
    }
    cr_assert_eq(program_run("cmp w before")->status, 0);
}

/* The same in a shard, whose games are not the first ones. */
Test(games_tool, a_shard_notes_its_positions_too) {
    program_file("g", SEVEN "\n" SHORT " 1-0\n\n" SEVEN "\n" SHORT " 1-0\n");
    program_file("answers", ANSWERS);
    RUN(0, GAMES "analyse g --shard 2/2 --out whole --nodes 5" FAKE_ENGINE);
    run = program_run("head -n 3 answers >k; echo crash >>k; sed 1,3d answers >rest; cp k answers; " GAMES
                      "analyse g --shard 2/2 --out o --nodes 5 --work w" FAKE_ENGINE);
    cr_assert_eq(run->status, 1);
    run = program_run("cp rest answers; " GAMES "analyse g --shard 2/2 --out o --nodes 5 --work w" FAKE_ENGINE
                      " && cmp whole o && grep '^[0-9]' w | cut -d ';' -f 1 | tr '\\n' ' '");
    cr_assert_eq(run->status, 0, "%s%s", run->out, run->error);
    SAYS("5 6 7 8 9 $");
}

Test(games_tool, analysis_by_the_engine_reads_back) {
    RUN(0, "echo '1;veletas-7;4w2/1w5/2s1s2/3b3/3bs1b/1b3w1/7 w - 4;e5-c7/c3=-105;w' | sed "
           "'s/.*;veletas-7;\\([^;]*\\);\\([^=]*\\).*/veletas-7;\\1;\\2/' "
           ">l && " GAMES "convert l --out g && " GAMES
           "analyse g --out o --depth 3 --engine \"$BIN\"/cierzo --option Hash=1 && " GAMES "check o");
    SAYS("^1 games, 0 with a contradiction");
    cr_assert(program_says(program_text("o"), "\\[%eval [-+][0-9.M]+/3\\]"), "%s", program_text("o"));
}

Test(games_tool, bad_command_lines) {
    static const char *const lines[] = {"",
                                        "x",
                                        "check",
                                        "positions",
                                        "positions g --plies x",
                                        "positions g --plies 5-2",
                                        "convert",
                                        "convert g --variant chess",
                                        "analyse g",
                                        "analyse --engine x",
                                        "analyse g --engine x --out g",
                                        "analyse g --engine x --work g",
                                        "analyse g --engine x --out o --work o",
                                        "analyse g --engine x --depth 0"};
    program_file("g", SEVEN "\n*\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        RUN(2, GAMES "%s", lines[i]);
        TELLS(".");
    }
    cr_assert_str_eq(program_text("g"), SEVEN "\n*\n");
}
