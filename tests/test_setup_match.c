/* cierzo-setup-match: engines that place, and what becomes of those that do not answer or do not go. */
#include "tests/program.h"
#include "tests/support.h"

TestSuite(setup_match, .init = program_init, .fini = program_end, .timeout = 300);

#define MATCH "\"$CIERZO_SETUP_MATCH\" veletas-7 2 20 50 "

Test(setup_match, both_seats_are_played) {
    RUN(0, MATCH "1 \"$CIERZO_STANDIN\" random -v");
    SAYS("^as the first player +[01] of 1,");
    SAYS("^both +[0-2] of 2,");
    cr_assert(program_says(run->out, "b - 2;0 [01]$") && program_says(run->out, "b [-x] 2;1 [01]$"), "%s", run->out);
}

Test(setup_match, an_engine_that_does_not_quit_is_ended) {
    program_file("engine.sh", "echo $$ >number; exec \"$CIERZO_STANDIN\" stubborn\n");
    RUN(0, MATCH "1 'sh engine.sh' random");
    cr_assert_neq(program_run("kill -0 $(cat number)")->status, 0, "it runs on");
}

Test(setup_match, an_engine_that_fails_ends_the_match) {
    program_file("answers", "crash\n");
    RUN(1, MATCH "1 'sh fake.sh' random");
    TELLS("^cierzo-setup-match: the engine has ended \\(go nodes [0-9]+ searchmoves ");
    program_file("answers", "bestmove a1\n");
    run = program_run(MATCH "1 random 'sh fake.sh'");
    cr_assert_eq(run->status, 1);
    TELLS("the engine plays a1: ");
    run = program_run(MATCH "1 ./none random");
    cr_assert_eq(run->status, 1);
    TELLS("cannot start ./none");
}

Test(setup_match, numbers_that_are_none_are_refused) {
    RUN(1, MATCH "x random random");
    TELLS("^cierzo-setup-match: SEED: `x` is not a number from 0 to ");
}
