/* Setup turns: formula, iterator and test of legality against each other and against the naive rules. */
#include "engine/setup.h"

#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "tests/support.h"

TestSuite(setup, .init = support_init);

enum { LIST_ROOM = 300000 };

static int compare_values(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return x < y ? -1 : x > y;
}

/* Lists the setup turns by the iterator, sorted; all must be legal and distinct and as many as counted. */
static size_t list_all(const Position *p, Move *out) {
    size_t count = 0;
    SetupIterator it = setup_begin(p);
    for (Move m; setup_next(&it, &m);) {
        REQUIRE(count < LIST_ROOM, "%s: too many setups", p->variant->name);
        REQUIRE(setup_is_legal(p, m) && turn_is_legal(p, m), "%s: %llx is illegal", p->variant->name, (unsigned long long)m);
        REQUIRE((m == MOVE_SWAP) == (count == 0 && p->swap == SWAP_OFFERED), "%s: the swap comes first", p->variant->name);
        out[count++] = m;
    }
    REQUIRE(count == setup_count(p), "%s: %zu listed, %zu counted", p->variant->name, count, (size_t)setup_count(p));
    REQUIRE(count == turns_count(p), "%s: %zu listed, %zu turns", p->variant->name, count, (size_t)turns_count(p));
    if (count) qsort(out, count, sizeof *out, compare_values);
    for (size_t i = 1; i < count; i++) REQUIRE(out[i] != out[i - 1], "%s: a setup twice", p->variant->name);
    return count;
}

static void compare_with_naive(const Naive *n) {
    static Move ours[LIST_ROOM], naive[LIST_ROOM];
    Position p = position_of(n);
    size_t count = list_all(&p, ours);
    NaiveList list = naive_moves(n);
    REQUIRE(list.count == count, "%s: %zu setups, naive has %zu", n->rules->name, count, list.count);
    for (size_t i = 0; i < count; i++) naive[i] = move_of(n, list.moves[i]);
    if (count) qsort(naive, count, sizeof *naive, compare_values);
    REQUIRE(!count || !memcmp(ours, naive, count * sizeof *ours), "%s: other setups than naive's", n->rules->name);
    naive_list_free(&list);
}

Test(setup, first_and_second_setups_on_the_small_boards_are_those_of_naive) {
    Random r = random_seeded(61);
    int compared = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        Naive n = naive_start(naive_rules(i));
        if (n.rules->size != 7) continue;
        NaiveMove move;
        compare_with_naive(&n);
        random_move(&n, &r, move);
        naive_play(&n, move);
        compare_with_naive(&n);
        compared++;
    }
    cr_assert_eq(compared, 5);
}

Test(setup, crowded_positions_of_every_rule_set_have_the_setups_of_naive) {
    Random r = random_seeded(62);
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        int compared = 0, none = 0;
        for (int round = support_scaled(300); round; round--) {
            Naive n = random_in_setup(naive_rules(i), &r);
            if (naive_count(&n, ".") > 24) continue;
            Position p = position_of(&n);
            if (setup_count(&p) > 8000) continue;
            compare_with_naive(&n);
            compared++;
            none += setup_count(&p) == 0;
        }
        cr_assert_gt(compared, support_scaled(20), "%s: %d", naive_rules(i)->name, compared);
        cr_assert_gt(none, 0, "%s: never without a setup", naive_rules(i)->name);
    }
}

static size_t iterated(const char *rules) {
    Position p = position_start(variant_find(rules));
    size_t count = 0;
    SetupIterator it = setup_begin(&p);
    for (Move m; setup_next(&it, &m);) count++;
    return count;
}

Test(setup, starts_are_counted_as_they_are_iterated) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        Position p = position_start(variant_at(i));
        if (setup_count(&p) < 300000)
            cr_assert_eq(setup_count(&p), iterated(variant_at(i)->name), "%s", variant_at(i)->name);
    }
    cr_assert_eq(iterated("veletas"), 4041408);
}

Test(setup, starts_have_the_counts_of_the_data_file) {
    DataFile d = data_open("perft.epd");
    int starts = 0;
    while (data_next(&d)) {
        if (strcmp(d.field[1], "startpos")) continue;
        Position p = position_start(variant_find(d.field[0]));
        cr_assert_eq(setup_count(&p), strtoull(d.field[2] + 3, NULL, 10), "%s", d.field[0]);
        starts++;
    }
    cr_assert_eq(starts, NAIVE_RULE_SETS);
}

/* Ways to choose `left` squares from file-then-rank index `first` on, and the stone. */
static uint64_t count_by_hand(const Naive *n, int left, int first) {
    uint64_t ways = 0;
    if (!left) return n->rules->setup_stones ? (uint64_t)naive_count(n, ".") : 1;
    for (int square = first; square < NAIVE_SQUARES; square++) {
        if (!naive_may_stand(n, square)) continue;
        Naive next = *n;
        next.at[square / NAIVE_SIDE][square % NAIVE_SIDE] = 's';
        ways += count_by_hand(&next, left - 1, square + 1);
    }
    return ways;
}

/* Too many setups to list, but not to count the slow way. */
Test(setup, wide_positions_are_counted_as_by_hand) {
    Random r = random_seeded(63);
    int compared = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(6); round; round--) {
            Naive n = random_in_setup(naive_rules(i), &r);
            int shooters = naive_count(&n, "s") ? n.rules->second : n.rules->first, empty = naive_count(&n, ".");
            if (empty < 25 || (shooters == 4 && empty > 50)) continue;
            Position p = position_of(&n);
            uint64_t expected = count_by_hand(&n, shooters, 0) + (n.swap == '?');
            REQUIRE(setup_count(&p) == expected, "%s: %zu, not %zu", n.rules->name, (size_t)setup_count(&p),
                    (size_t)expected);
            compared++;
        }
    cr_assert_gt(compared, 15, "%d", compared);
}

Test(setup, free_squares_are_those_where_naive_lets_a_shooter_stand) {
    Random r = random_seeded(64);
    int free = 0, taken = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(30); round; round--) {
            Naive n = random_in_setup(naive_rules(i), &r);
            Position p = position_of(&n);
            int square = random_below(&r, NAIVE_SQUARES);
            Square placed = square_of(square);
            if (!bb_has(setup_free(&p, 0), placed)) continue;
            n.at[square / NAIVE_SIDE][square % NAIVE_SIDE] = 's';
            for (int other = 0; other < NAIVE_SQUARES; other++) {
                bool expected = naive_may_stand(&n, other);
                REQUIRE(bb_has(setup_free(&p, bb_of(placed)), square_of(other)) == expected, "%s: %d", n.rules->name, other);
                free += expected;
                taken += !expected;
            }
        }
    cr_assert_gt(free, 1000, "%d", free);
    cr_assert_gt(taken, 1000, "%d", taken);
}

/* ---- legality ---- */

static bool on_grid(Square s) { return s < STRIDE * MAX_SIZE && square_file(s) < MAX_SIZE; }

static char *write_square(char *out, Square s) {
    return out + sprintf(out, "%c%d", 'a' + square_file(s), square_rank(s) + 1);
}

/* Whether naive allows the setup that a move value stands for, the value being the one that this setup has. */
static bool naive_allows(const Naive *n, Move m) {
    if (m == MOVE_SWAP) return naive_setup_legal(n, "swap");
    char text[64], *end = text;
    Square shooters[MAX_PLACED];
    int count = naive_count(n, "s") ? n->rules->second : n->rules->first;
    for (int i = 0; i < count; i++) {
        shooters[i] = move_placed(m, i);
        if (!on_grid(shooters[i])) return false;
        if (i) *end++ = ',';
        end = write_square(end, shooters[i]);
    }
    if (n->rules->setup_stones) {
        if (!on_grid(move_stone(m))) return false;
        *end++ = '/';
        write_square(end, move_stone(m));
    }
    return m == move_setup(shooters, count, n->rules->setup_stones ? move_stone(m) : NO_SQUARE) &&
           naive_setup_legal(n, text);
}

static Move doubtful_setup(Move legal, Random *r) {
    int field = 7 * random_below(r, 5), other = 7 * random_below(r, 5);
    switch (random_below(r, 6)) {
    case 0: return random_next(r);
    case 1: return legal ^ (Move)1 << random_below(r, 64);
    case 2: { /* two fields exchanged */
        Move a = legal >> field & 127, b = legal >> other & 127;
        return (legal & ~((Move)127 << field | (Move)127 << other)) | b << field | a << other;
    }
    case 3: return random_chance(r, 50) ? MOVE_SWAP : MOVE_NONE;
    case 4: { /* one field copied over another */ return (legal & ~((Move)127 << field)) | (legal >> other & 127) << field;
    }
    default: return (legal & ~((Move)127 << field)) | (Move)random_below(r, 128) << field;
    }
}

Test(setup, legality_is_that_of_naive) {
    Random r = random_seeded(65);
    int legal = 0, illegal = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(40); round; round--) {
            Naive n = random_in_setup(naive_rules(i), &r);
            Position p = position_of(&n);
            NaiveMove text;
            if (!random_move(&n, &r, text)) continue;
            Move good = move_of(&n, text);
            REQUIRE(setup_is_legal(&p, good), "%s: %s is illegal", n.rules->name, text);
            for (int k = 0; k < 200; k++) {
                Move m = doubtful_setup(good, &r);
                bool expected = naive_allows(&n, m);
                REQUIRE(setup_is_legal(&p, m) == expected && turn_is_legal(&p, m) == expected, "%s: %llx from %s is %s",
                        n.rules->name, (unsigned long long)m, text, expected ? "legal" : "illegal");
                legal += expected;
                illegal += !expected;
            }
        }
    cr_assert_gt(legal, 5000, "%d", legal);
    cr_assert_gt(illegal, 5000, "%d", illegal);
}

Test(setup, there_is_none_after_the_setup) {
    Random r = random_seeded(66);
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        Naive n = random_in_setup(naive_rules(i), &r), built = random_built(naive_rules(i), &r);
        Position p = position_of(&built);
        NaiveMove text;
        Move m;
        SetupIterator it = setup_begin(&p);
        if (!random_move(&n, &r, text)) continue;
        cr_assert_not(setup_is_legal(&p, move_of(&n, text)) || setup_is_legal(&p, MOVE_SWAP), "%s", n.rules->name);
        cr_assert_eq(setup_count(&p), 0, "%s", n.rules->name);
        cr_assert_eq(setup_to_place(&p), 0, "%s", n.rules->name);
        cr_assert_not(setup_next(&it, &m), "%s", n.rules->name);
    }
}

/* ---- the packed move ---- */

Test(setup, a_setup_has_one_value_in_whatever_order_its_squares_are_given) {
    Random r = random_seeded(67);
    for (int round = 0; round < 2000; round++) {
        int count = 1 + random_below(&r, MAX_PLACED);
        Square squares[MAX_PLACED], stone = random_chance(&r, 50) ? NO_SQUARE : square_of(random_below(&r, NAIVE_SQUARES));
        for (int i = 0; i < count; i++) squares[i] = square_of(random_below(&r, NAIVE_SQUARES));
        Move m = move_setup(squares, count, stone);
        Square turned = squares[0];
        memmove(squares, squares + 1, (size_t)(count - 1));
        squares[count - 1] = turned;
        REQUIRE(m == move_setup(squares, count, stone), "%llx changes with the order", (unsigned long long)m);
        REQUIRE(move_kind(m) == MOVE_KIND_SETUP && move_stone(m) == stone, "%llx", (unsigned long long)m);
        for (int i = 1; i < count; i++)
            REQUIRE(square_by_file(move_placed(m, i - 1)) <= square_by_file(move_placed(m, i)), "%llx",
                    (unsigned long long)m);
        for (int i = count; i < MAX_PLACED; i++) REQUIRE(move_placed(m, i) == NO_SQUARE, "%llx", (unsigned long long)m);
    }
}

Test(setup, turns_keep_their_squares_when_packed) {
    Random r = random_seeded(68);
    for (int round = 0; round < 2000; round++) {
        Square from = square_of(random_below(&r, NAIVE_SQUARES)), to = square_of(random_below(&r, NAIVE_SQUARES));
        Square shot = square_of(random_below(&r, NAIVE_SQUARES));
        Move moved = move_turn(from, to, shot), stood = move_turn(NO_SQUARE, NO_SQUARE, shot);
        REQUIRE(move_from(moved) == from && move_to(moved) == to && move_shot(moved) == shot, "%d-%d/%d", from, to, shot);
        REQUIRE(move_relocates(moved) && !move_relocates(stood) && move_shot(stood) == shot, "%d-%d/%d", from, to, shot);
        REQUIRE(!move_pack(moved) || move_unpack(move_pack(moved)) == moved, "%d-%d/%d", from, to, shot);
        REQUIRE(move_unpack(move_pack(stood)) == stood, "%d", shot);
    }
    cr_assert_eq(move_unpack(0), MOVE_NONE);
    cr_assert_eq(move_pack(MOVE_NONE), 0);
}

Test(setup, random_turns_are_legal_and_differ) {
    uint64_t state = 5;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        Position first = position_start(variant_at(i));
        Board b;
        Undo undo;
        board_set(&b, &first);
        for (int turn = 0; turn < 2; turn++) {
            Move m = setup_random(&b.position, &state), other = m;
            for (int tries = 0; tries < 20 && other == m; tries++) other = setup_random(&b.position, &state);
            cr_assert(setup_is_legal(&b.position, m) && setup_is_legal(&b.position, other));
            cr_assert_neq(m, other, "%s", variant_at(i)->name);
            board_play(&b, m, &undo);
        }
        cr_assert_eq(setup_random(&b.position, &state), MOVE_NONE, "after the setup");
    }
}
