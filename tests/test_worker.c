/* What a worker remembers beside the table: killers and evaluations. */
#include "search/worker.h"

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(worker, .init = init);

static Worker *worker_at(const Board *b) {
    Worker *w = worker_create(0);
    REQUIRE(w, "no worker");
    w->board = *b;
    return w;
}

Test(worker, a_move_is_busy_from_its_begin_to_its_end) {
    static Busy busy;
    Random r = random_seeded(7);
    uint64_t key = random_next(&r), other = random_next(&r);
    Move a = move_turn(NO_SQUARE, NO_SQUARE, 12), b = move_turn(12, 24, 36);
    cr_assert_not(busy_is(&busy, busy_mark(key, a)));
    busy_begin(&busy, busy_mark(key, a));
    cr_assert(busy_is(&busy, busy_mark(key, a)));
    cr_assert_not(busy_is(&busy, busy_mark(key, b)));
    cr_assert_not(busy_is(&busy, busy_mark(other, a)));
    busy_end(&busy, busy_mark(key, b));
    cr_assert(busy_is(&busy, busy_mark(key, a)));
    busy_end(&busy, busy_mark(key, a));
    cr_assert_not(busy_is(&busy, busy_mark(key, a)));
}

static Board some_board(uint64_t seed) {
    Random random = random_seeded(seed);
    Naive n = random_played(naive_rules(0), &random, 12);
    return board_of(&n);
}

Test(worker, killers_are_the_latest_and_different) {
    Board b = some_board(1);
    Worker *w = worker_at(&b);
    static Move turns[MAX_TURNS];
    int count = (int)turns_list(&b.position, turns);
    cr_assert_gt(count, KILLERS + 2);
    for (int i = 0; i < KILLERS + 2; i++) worker_add_killer(w, 5, turns[i]);
    worker_add_killer(w, 5, turns[KILLERS]); /* the one before the last comes again */
    cr_assert_eq(w->killers[5][0], turns[KILLERS]);
    cr_assert_eq(w->killers[5][1], turns[KILLERS + 1]);
    for (int i = 2; i < KILLERS; i++) cr_assert_eq(w->killers[5][i], turns[KILLERS + 1 - i]);
    for (int i = 0; i < KILLERS; i++) cr_assert_eq(w->killers[4][i], MOVE_NONE);
    worker_destroy(w);
}

Test(worker, hands_out_the_tables_move_then_legal_killers) {
    Board b = some_board(2), other = some_board(3);
    Worker *w = worker_at(&b);
    static Move turns[MAX_TURNS], others[MAX_TURNS];
    int count = (int)turns_list(&b.position, turns), other_count = (int)turns_list(&other.position, others), i = 0;
    cr_assert_gt(count, 10);
    worker_add_killer(w, 3, turns[7]);
    worker_add_killer(w, 3, turns[4]);
    while (i < other_count && turn_is_legal(&b.position, others[i])) i++;
    cr_assert_lt(i, other_count);
    worker_add_killer(w, 3, others[i]); /* is passed over */
    Picker p;
    worker_pick(w, &p, 3, turns[7]);
    cr_assert_eq(picker_next(&p), turns[7]);
    cr_assert_eq(picker_next(&p), turns[4]);
    Move m = picker_next(&p);
    cr_assert(m != turns[7] && m != turns[4] && turn_is_legal(&b.position, m));
    worker_begin(w, NULL, &b.position);
    worker_pick(w, &p, 3, MOVE_NONE);
    cr_assert_eq(picker_next(&p), m, "killers that were forgotten");
    worker_destroy(w);
}

/* Walks of the same games twice, so that every evaluation is found again, but some not before another took its place. */
Test(worker, remembers_evaluations_rightly) {
    Random random = random_seeded(4);
    Board b = some_board(4);
    Worker *w = worker_at(&b);
    for (int i = support_scaled(40); i; i--) {
        Naive n = random_played(naive_rules(i % 5), &random, 30);
        Position p = position_of(&n);
        if (p.variant != w->board.position.variant)
            worker_forget(w); /* a key may stand for two positions in two rule sets */
        worker_begin(w, NULL, &p);
        if (position_phase(&w->board.position) != PHASE_PLAY) continue;
        static Move turns[MAX_TURNS];
        int count = (int)turns_list(&w->board.position, turns);
        for (int k = 0; k < 2 * count && k < 400; k++) {
            Undo undo;
            board_play(&w->board, turns[k % count], &undo);
            Score score = eval_score(&w->board);
            for (int again = 0; again < 2; again++) REQUIRE(worker_eval(w) == score, "%d is not %d", worker_eval(w), score);
            board_undo(&w->board, &undo);
        }
    }
    worker_destroy(w);
}
