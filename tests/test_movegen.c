/* Turns after the setup: the engine's list, count and test of legality against the naive list. */
#include "engine/movegen.h"

#include <stdlib.h>

#include "tests/support.h"

TestSuite(movegen, .init = support_init);

static int compare_values(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

/* The legal turns as sorted values, made from the naive texts. */
typedef struct {
    Move moves[MAX_TURNS];
    size_t count;
} Legal;

static void legal_of(const Naive *n, Legal *out) {
    NaiveList list = naive_moves(n);
    REQUIRE(list.count <= MAX_TURNS, "%s: %zu turns", n->rules->name, list.count);
    out->count = list.count;
    for (size_t i = 0; i < list.count; i++) out->moves[i] = move_of(n, list.moves[i]);
    if (list.count) qsort(out->moves, out->count, sizeof *out->moves, compare_values);
    naive_list_free(&list);
}

static bool is_listed(const Legal *legal, Move m) {
    return legal->count && bsearch(&m, legal->moves, legal->count, sizeof m, compare_values);
}

static void compare_lists(const Position *p, const Legal *legal) {
    static Move listed[MAX_TURNS + 1];
    const Move canary = ~(Move)0;
    listed[MAX_TURNS] = canary;
    size_t count = turns_list(p, listed);
    REQUIRE(listed[MAX_TURNS] == canary, "%s: written past MAX_TURNS", p->variant->name);
    REQUIRE(count == legal->count, "%s: %zu turns listed, not %zu", p->variant->name, count, legal->count);
    REQUIRE(turns_count(p) == count, "%s: %zu turns listed, %zu counted", p->variant->name, count, (size_t)turns_count(p));
    if (count) qsort(listed, count, sizeof *listed, compare_values);
    for (size_t i = 0; i < count; i++)
        REQUIRE(listed[i] == legal->moves[i], "%s: turn %zu is %llx, not %llx", p->variant->name, i,
                (unsigned long long)listed[i], (unsigned long long)legal->moves[i]);
}

/* Slices are not empty, come once each, and together hold as many turns as there are. */
static void check_slices(const Position *p, size_t turns) {
    bool came[SQUARES][SQUARES] = {0};
    size_t total = 0;
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);) {
        REQUIRE(slice.shots, "%s: an empty slice", p->variant->name);
        REQUIRE(!came[slice.from][slice.to], "%s: slice %d %d twice", p->variant->name, slice.from, slice.to);
        REQUIRE((slice.from == NO_SQUARE) == (slice.to == NO_SQUARE), "slice %d %d", slice.from, slice.to);
        came[slice.from][slice.to] = true;
        total += (size_t)bb_count(slice.shots);
    }
    TurnSlice after;
    REQUIRE(!turns_next(&it, &after), "%s: a slice after the last", p->variant->name);
    REQUIRE(total == turns, "%s: %zu turns in slices, not %zu", p->variant->name, total, turns);
}

static Square random_square(Random *r) { return (Square)random_below(r, SQUARES); }

/* A move that may or may not be legal, near a legal one more often than not. */
static Move doubtful_move(const Legal *legal, Random *r) {
    Move m = legal->count ? legal->moves[random_below(r, (int)legal->count)] : move_turn(NO_SQUARE, NO_SQUARE, 0);
    switch (random_below(r, 8)) {
    case 0: return random_next(r);
    case 1: return m ^ (Move)1 << random_below(r, 64);
    case 2: return move_turn(random_square(r), move_to(m), move_shot(m));
    case 3: return move_turn(move_from(m), random_square(r), move_shot(m));
    case 4: return move_turn(move_from(m), move_to(m), random_square(r));
    case 5: return move_turn(move_to(m), move_from(m), move_shot(m));
    case 6: return m & ~((Move)3 << MOVE_KIND_SHIFT);
    default: return move_turn(random_square(r), random_square(r), random_square(r));
    }
}

typedef struct {
    int legal, illegal;
} Tally;

static void check_legality(const Position *p, const Legal *legal, Random *r, Tally *tally) {
    for (size_t i = 0; i < legal->count; i++)
        REQUIRE(turn_is_legal(p, legal->moves[i]), "%s: a listed turn is illegal", p->variant->name);
    REQUIRE(!turn_is_legal(p, MOVE_NONE) && !turn_is_legal(p, MOVE_SWAP), "%s: none or swap is legal", p->variant->name);
    for (int i = 0; i < 200; i++) {
        Move m = doubtful_move(legal, r);
        bool expected = is_listed(legal, m);
        REQUIRE(turn_is_legal(p, m) == expected, "%s: %llx is %s", p->variant->name, (unsigned long long)m,
                expected ? "legal" : "illegal");
        tally->legal += expected;
        tally->illegal += !expected;
    }
}

static void check_position(const Naive *n, Random *r, Tally *tally) {
    static Legal legal;
    Position p = position_of(n);
    legal_of(n, &legal);
    compare_lists(&p, &legal);
    check_slices(&p, legal.count);
    check_legality(&p, &legal, r, tally);
}

Test(movegen, built_positions_have_the_turns_that_naive_lists) {
    Random r = random_seeded(41);
    Tally tally = {0, 0};
    int decided = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(120); round; round--) {
            Naive n = random_built(naive_rules(i), &r);
            decided += naive_winner(&n) != '-';
            check_position(&n, &r, &tally);
        }
    cr_assert_gt(decided, 50, "%d", decided);
    cr_assert_gt(tally.legal, 1000, "%d", tally.legal);
    cr_assert_gt(tally.illegal, 1000, "%d", tally.illegal);
}

Test(movegen, games_have_the_turns_that_naive_lists) {
    Random r = random_seeded(42);
    Tally tally = {0, 0};
    int plies = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int game = support_scaled(3); game; game--) {
            Naive n = naive_start(naive_rules(i));
            NaiveMove move;
            for (; random_move(&n, &r, move); plies++) {
                naive_play(&n, move);
                if (!naive_in_setup(&n)) check_position(&n, &r, &tally);
            }
            REQUIRE(naive_winner(&n) != '-', "%s: a game without a winner", n.rules->name);
        }
    cr_assert_gt(plies, 1000, "%d", plies);
    cr_assert_gt(tally.legal, 1000, "%d", tally.legal);
}

Test(movegen, setup_positions_have_no_slices_and_no_list) {
    Random r = random_seeded(43);
    static Move listed[MAX_TURNS];
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = 0; round < 20; round++) {
            Naive n = random_in_setup(naive_rules(i), &r);
            Position p = position_of(&n);
            check_slices(&p, 0);
            REQUIRE(turns_list(&p, listed) == 0, "%s", n.rules->name);
        }
}

/* Nobody claims what a setup traps, so the game is neither won nor can it go on. */
Test(movegen, after_a_setup_that_fills_the_board_nobody_can_move) {
    Naive n = naive_of("veletas-7", "bbbbbbb/bbbbbbb/bbb2bb/bbbs1bb/bbbbbbb/bbbbbbb/bbbbbbb w - 1");
    Board b = board_of(&n);
    Undo undo;
    Move listed[1];
    board_play(&b, move_of(&n, "d5,e4/e5"), &undo);
    cr_assert_eq(position_phase(&b.position), PHASE_PLAY);
    cr_assert_eq(turns_count(&b.position), 0);
    cr_assert_eq(turns_list(&b.position, listed), 0);
    check_slices(&b.position, 0);
}

/* Shooters near the centre of an empty board see the most. */
Test(movegen, the_widest_positions_stay_within_the_bound) {
    Random r = random_seeded(44);
    static Move listed[MAX_TURNS];
    uint64_t widest = 0;
    for (int round = support_scaled(2000); round; round--) {
        Naive n = naive_start(naive_rules_named("veletas"));
        for (int shooters = 0; shooters < 7; shooters = naive_count(&n, "s"))
            n.at[3 + random_below(&r, 4)][3 + random_below(&r, 4)] = 's';
        Position p = position_of(&n);
        uint64_t count = turns_count(&p);
        REQUIRE(count <= MAX_TURNS && turns_list(&p, listed) == count, "%zu turns", (size_t)count);
        if (count > widest) widest = count;
    }
    cr_assert_gt(widest, 6000, "the widest has %zu turns", (size_t)widest);
}
