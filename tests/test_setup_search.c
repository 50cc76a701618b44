/* Setup turns as the search chooses them: legal in every rule set, the same every time; and what is added to scores of setups. */
#include "search/setup_prior.h"

#include <stdlib.h>

#include "engine/notation.h"
#include "engine/setup.h"
#include "eval/eval.h"
#include "search/search.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(setup_search, .init = init, .timeout = 300);

/* ---- the search ---- */

typedef struct {
    Move best, ponder;
    Score score;
    uint64_t nodes;
} Answer;

static void on_info(void *context, const SearchInfo *info) {
    Answer *a = context;
    if (info->multipv != 1) return;
    a->score = info->score;
    a->nodes = info->nodes;
}
static void on_done(void *context, Move best, Move ponder) {
    Answer *a = context;
    a->best = best;
    a->ponder = ponder;
}

static Answer ask(Search *s, const Position *p, int64_t nodes) {
    Answer a = {.best = MOVE_NONE};
    SearchLimits limits = search_limits_none();
    limits.nodes = nodes;
    search_clear(s);
    search_start(s, p, &limits, &(SearchListener){on_info, on_done, &a});
    search_wait(s);
    return a;
}

static Search *create(void) {
    Search *s = search_create(1);
    REQUIRE(s, "no searcher");
    return s;
}

/* Asks twice; the turn is played. */
static void place(Search *s, Board *b, int64_t nodes) {
    const char *rules = b->position.variant->name;
    Undo undo;
    Answer a = ask(s, &b->position, nodes), again = ask(s, &b->position, nodes);
    REQUIRE(setup_is_legal(&b->position, a.best), "%s: an illegal setup turn", rules);
    REQUIRE(a.best == again.best && a.ponder == again.ponder && a.score == again.score && a.nodes == again.nodes,
            "%s: another answer the second time", rules);
    REQUIRE((int64_t)a.nodes <= nodes, "%s: %d nodes", rules, (int)a.nodes);
    board_play(b, a.best, &undo);
}

Test(setup_search, whole_setups_are_legal_and_repeat_themselves_in_every_rule_set) {
    static const int64_t NODES[] = {1, 3, 100, 3000};
    Search *s = create();
    for (int i = 0; i < VARIANT_COUNT; i++)
        for (int k = 0; k < 4; k++) {
            Position p = position_start(variant_at(i));
            Board b;
            int turns = 0;
            board_set(&b, &p);
            for (; position_in_setup(&b.position); turns++) place(s, &b, NODES[k]);
            bool swapped = b.position.swap == SWAP_DONE;
            REQUIRE(turns == 2 + swapped && (!swapped || p.variant->swap), "%s: %d setup turns", p.variant->name, turns);
        }
    search_destroy(s);
}

/* A random first setup, then whatever the second player is told. */
static Position after_first_setup(const Variant *v, uint64_t *random) {
    Position p = position_start(v);
    Board b;
    Undo undo;
    board_set(&b, &p);
    board_play(&b, setup_random(&p, random), &undo);
    return b.position;
}

Test(setup_search, the_swap_is_taken_when_the_best_placement_found_is_worse_than_even) {
    Search *s = create();
    uint64_t random = 7;
    int swaps = 0, count = support_scaled(60);
    for (int i = 0; i < count; i++) {
        Position p = after_first_setup(variant_find(i % 2 ? "veletas-7" : "boardspace-7"), &random);
        SearchLimits limits = search_limits_none();
        Answer a = {.best = MOVE_NONE};
        limits.depth = 1;
        search_clear(s);
        search_start(s, &p, &limits, &(SearchListener){on_info, on_done, &a});
        search_wait(s);
        REQUIRE(a.score >= 0, "the worse side was taken: %d", a.score);
        swaps += a.best == MOVE_SWAP;
    }
    search_destroy(s);
    cr_assert_gt(swaps, 0);
    cr_assert_lt(swaps, count);
}

/* ---- what is added to scores ---- */

static Square mirrored(const Variant *v, Square s, int symmetry) {
    int file = square_file(s), rank = square_rank(s), last = v->size - 1;
    if (symmetry & 1) file = last - file;
    if (symmetry & 2) rank = last - rank;
    return symmetry & 4 ? square_at(rank, file) : square_at(file, rank);
}

Test(setup_search, places_of_stones_do_not_hang_on_the_side_of_the_board) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *v = variant_at(i);
        int counts[STONE_PLACES] = {0};
        BB_EACH(square, v->board) {
            Square s = (Square)square;
            counts[setup_stone_place(v, s)]++;
            for (int k = 0; k < 8; k++)
                REQUIRE(setup_stone_place(v, mirrored(v, s, k)) == setup_stone_place(v, s), "%s: square %d", v->name, s);
        }
        cr_assert_eq(counts[STONE_CORNER], v->corners_removed ? 0 : 4);
        cr_assert_eq(counts[STONE_BESIDE_CORNER], 4);
        cr_assert_eq(counts[STONE_EDGE], 4 * (v->size - 2));
    }
}

/* A random position before the first turn. */
static Position before_play(const Variant *v, uint64_t *random) {
    Position p = after_first_setup(v, random);
    Board b;
    Undo undo;
    board_set(&b, &p);
    board_play(&b, setup_random(&p, random), &undo);
    return b.position;
}

Test(setup_search, what_is_added_keeps_order_bounds_and_proofs) {
    uint64_t random = 8;
    for (int i = support_scaled(150); i; i--) {
        Position p = before_play(variant_at(i % VARIANT_COUNT), &random);
        for (Score s = -SCORE_CP_MAX; s < SCORE_CP_MAX; s += 50) {
            REQUIRE(setup_worth(&p, s) <= setup_worth(&p, s + 50), "%s: order", p.variant->name);
            REQUIRE(abs(setup_worth(&p, s)) <= SCORE_CP_MAX, "%s: bounds", p.variant->name);
        }
        cr_assert_eq(setup_worth(&p, score_win_in(3)), score_win_in(3));
        cr_assert_eq(setup_worth(&p, score_loss_in(2)), score_loss_in(2));
        if (!p.variant->setup_stones) cr_assert_eq(setup_worth(&p, 123), 123);
    }
}

/* Stones that change places change sides, and so does what they add. */
Test(setup_search, stones_of_both_colours_count_alike) {
    uint64_t random = 9;
    for (int i = support_scaled(100); i; i--) {
        Position p = before_play(variant_find("veletas"), &random), q = p;
        q.stones[BLACK] = p.stones[WHITE];
        q.stones[WHITE] = p.stones[BLACK];
        Square black = bb_first(p.stones[BLACK]), white = bb_first(p.stones[WHITE]);
        int gain = setup_stone_worth(p.variant, black) - setup_stone_worth(p.variant, white);
        cr_assert_eq(setup_worth(&p, 0) - setup_worth(&q, 0), 2 * gain);
    }
}
