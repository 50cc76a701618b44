/* Deepening by a single worker, with the main one at rest. */
#include "search/iterate.h"

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(iterate, .init = init, .timeout = 300);

static Shared shared;
static Worker *workers[2];

static void prepare(const Naive *n, SearchLimits limits) {
    Position p = position_of(n);
    shared.table = table_create(1);
    shared.workers = workers;
    shared.worker_count = 2;
    shared.limits = limits;
    shared.budget = timing_budget(&limits, &p);
    REQUIRE(shared.table, "no table");
    for (int i = 0; i < 2; i++) {
        workers[i] = worker_create(i);
        REQUIRE(workers[i], "no worker");
        worker_begin(workers[i], &shared, &p);
    }
}

static void finish(void) {
    for (int i = 0; i < 2; i++) worker_destroy(workers[i]);
    table_destroy(shared.table);
}

/* Black wins in four turns: more than the depths that are searched before the win is sought. */
static const char WON[] = "b3w2/7/4b2/wwwbbbb/wbbs2w/1wb1w1s/sw2bw1 b - 11";

static SearchLimits mate_in(int turns) {
    SearchLimits limits = search_limits_none();
    limits.mate = turns;
    return limits;
}

Test(iterate, a_helper_seeks_the_mate_too) {
    Naive n = naive_of("veletas-7", WON);
    prepare(&n, mate_in(4));
    Worker *helper = workers[1];
    iterate_prepare(helper);
    iterate(helper, NULL);
    cr_assert_eq(shared_stopped(&shared), STOP_PROVED);
    const Line *line = &helper->lines[0];
    cr_assert(score_is_win(line->score) && score_plies(line->score) <= 8);
    Board b = board_of(&n);
    Undo undo;
    for (int i = 0; i < line->length; i++) board_play(&b, line->moves[i], &undo);
    cr_assert_eq(position_winner(&b.position), BLACK, "a line of %d plies", line->length);
    finish();
}

Test(iterate, a_helper_refutes_the_mate_too) {
    Naive n = naive_of("veletas-7", WON);
    prepare(&n, mate_in(2));
    iterate_prepare(workers[1]);
    iterate(workers[1], NULL);
    cr_assert_eq(shared_stopped(&shared), STOP_PROVED);
    cr_assert_not(score_is_win(workers[1]->lines[0].score));
    finish();
}
