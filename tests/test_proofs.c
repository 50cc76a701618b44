/* cierzo-proofs: the table, and that of parts put together. */
#include <string.h>

#include "tests/program.h"
#include "tests/support.h"

static void begin(void) {
    program_init();
    program_file(
        "games",
        "0;veletas-7;3swbW/1w1bbww/3wwbB/2b2bw/5b1/1b2wb1/7 w - 9;d7-b7/c7=-317 b7-a6/b7=317 a6-a7/a6=31999;w\n"
        "1;veletas-7;w4wW/wbbwbwb/sb1bbbw/1bwww2/bwbbb1w/wbsw1wb/7 w - 15;c2-b1/c2=-925 b1-a1/b1=31998 a4=-31999;b\n"
        "2;veletas-7;s6/1w3bs/bbb4/1w5/www4/Wwbbbw1/bw2b2 w - 9;g6-g7/c7=299 a7-a6/b7=-65 a6-a7/a6=31999;w\n");
}

TestSuite(proofs, .init = begin, .fini = program_end, .timeout = 300);

#define PROOFS "\"$CIERZO_PROOFS\" "

Test(proofs, the_last_turn_is_proved) {
    RUN(0, PROOFS "games 1 3 2 50");
    SAYS("^    1 +2 +100 % +1 +1 ");
    SAYS("^    3 +2 ");
    run = program_run(PROOFS "--each games 1 9 10 1");
    cr_assert_eq(run->status, 0);
    SAYS("^veletas-7;s6/1w3bs/bbb4/1w5/www4/Wwbbbw1/bw2b2 w - 9;3;[0-9]+$");
    SAYS("^    9 +0 +0 %");
}

/* The second of three shards is stopped within a line and started again. */
Test(proofs, shards_together_are_the_run_in_one_piece) {
    cr_assert_eq(program_run(PROOFS "--each games 1 3 10 50 >whole")->status, 0);
    cr_assert_eq(program_run("for k in 1 2 3; do " PROOFS "--shard $k/3 games 1 3 10 50 $k || exit; done")->status, 0);
    cr_assert_eq(program_run("head -c -9 2 >k && mv k 2 && ! " PROOFS "--merge 3 1 2 2>told")->status, 0);
    const Run *run = program_run("cat told");
    SAYS("^cierzo-proofs: missing: 1 of 9 items, from 0: 7$");
    cr_assert_eq(program_run(PROOFS "--shard 2/3 games 1 3 10 50 2 && [ $(wc -l <2) = 4 ]")->status, 0);
    run = program_run(PROOFS "--merge --each 3 2 1 2 | cmp - whole");
    cr_assert_eq(run->status, 0, "%s", run->out);
    TELLS("^cierzo-proofs: 3 items are there more than once");
}

Test(proofs, other_work_and_bad_lines_are_refused) {
    static const char *const LINES[] = {"games 1 3 10",
                                        "games 3 1 10 50",
                                        "games 1 3 10 50s",
                                        "none 1 3 10 50",
                                        "--shard 1/2 games 1 3 10 50",
                                        "--shard 3/2 games 1 3 10 50 w",
                                        "--each --shard 1/2 games 1 3 10 50 w",
                                        "--merge",
                                        "--merge games",
                                        "--merge none",
                                        "--shard 1/2 games 1 3 10 51 1",
                                        "--shard 1/2 games 1 2 10 50 1",
                                        "--shard 1/2 games 1 3 1 50 1"};
    cr_assert_eq(program_run(PROOFS "--shard 1/2 games 1 3 10 50 1 && cp 1 before")->status, 0);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        RUN(1, PROOFS "%s", LINES[i]);
        cr_assert(*run->error && !*run->out, "%s", LINES[i]);
        cr_assert_eq(program_run("cmp 1 before && ! [ -e w ]")->status, 0, "%s", LINES[i]);
    }
}
