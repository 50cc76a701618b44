/* Deepening by a single worker, with the main one at rest. */
#include "search/iterate.h"

#include "engine/clock.h"
#include "eval/eval.h"
#include "search/root.h"
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

/* ---- the first look at the root's moves ---- */

/* What the position after a move is worth to whoever plays it, by the evaluation alone. */
static Score worth_of(Board *b, Move m) {
    Undo undo;
    board_play(b, m, &undo);
    Score score = -eval_score(b);
    board_undo(b, &undo);
    return score;
}

static int looked_at(const char *text, SearchLimits limits, bool *in_order) {
    Naive n = naive_of("veletas", text);
    prepare(&n, limits);
    Worker *w = workers[0];
    iterate_prepare(w);
    root_search(w, MODE_PLAY, 1, 0, -SCORE_INFINITE, SCORE_INFINITE);
    int ordered = 1;
    Board b = board_of(&n);
    while (ordered < w->root_count && worth_of(&b, w->root_moves[ordered]) <= worth_of(&b, w->root_moves[ordered - 1]))
        ordered++;
    *in_order = ordered == w->root_count;
    int visits = (int)worker_nodes(w);
    finish();
    return visits;
}

static const char MIDDLE[] = "10/10/8bs/bw3s2ww/1sb2w1s2/4bw4/1b5wb1/3wwbbbb1/2wbswwbww/4wb1bBW b x 15";

Test(iterate, the_first_depth_orders_all_root_moves_by_their_evaluation) {
    bool in_order;
    int visits = looked_at(MIDDLE, search_limits_none(), &in_order);
    cr_assert_gt(visits, 500, "%d", visits);
    cr_assert(in_order);
}

Test(iterate, the_first_depth_takes_a_small_part_of_a_small_search) {
    bool in_order;
    SearchLimits limits = search_limits_none();
    int all = looked_at(MIDDLE, limits, &in_order);
    limits.nodes = 2000;
    int part = looked_at(MIDDLE, limits, &in_order); /* a move that is better than those before is visited twice */
    cr_assert(part >= 500 && part < 520, "%d of %d", part, all);
    limits.nodes = 100000;
    cr_assert_eq(looked_at(MIDDLE, limits, &in_order), all);
    limits.nodes = LIMIT_NONE;
    limits.movetime = 10;
    cr_assert_lt(looked_at(MIDDLE, limits, &in_order), 1000);
}

static int reports;

static void time_is_not_negative(void *context, const SearchInfo *info) {
    (void)context;
    cr_expect_geq(info->time, 0);
    reports++;
}

/* As on a page, where the clock of the thread that read the command may be ahead of the searching one's. */
Test(iterate, a_command_read_by_a_clock_ahead_takes_no_negative_time) {
    Naive n = naive_of("veletas-7", WON);
    SearchLimits limits = search_limits_none();
    SearchListener listener = {.info = time_is_not_negative};
    limits.depth = 3;
    limits.received = clock_now_ms() + 60000;
    prepare(&n, limits);
    atomic_store(&shared.start, limits.received);
    cr_assert_eq(shared_elapsed(&shared), 0);
    iterate_prepare(workers[0]);
    iterate(workers[0], &listener);
    cr_assert_gt(reports, 0);
    finish();
}
