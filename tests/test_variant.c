/* The table of rule sets against the one that the naive rules keep. */
#include "engine/variant.h"
#include "tests/support.h"

TestSuite(variant, .init = support_init);

Test(variant, columns_are_those_of_the_rules) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *v = variant_at(i);
        const NaiveRules *rules = naive_rules(i);
        cr_assert_str_eq(v->name, rules->name);
        cr_assert_eq(v->size, rules->size, "%s", v->name);
        cr_assert_eq(v->first, rules->first, "%s", v->name);
        cr_assert_eq(v->second, rules->second, "%s", v->name);
        cr_assert_eq(v->setup_stones, rules->setup_stones, "%s", v->name);
        cr_assert_eq(v->swap, rules->swap, "%s", v->name);
        cr_assert_eq(v->ban_perimeter, rules->ban_perimeter, "%s", v->name);
        cr_assert_eq(v->ban_adjacent, rules->ban_adjacent, "%s", v->name);
        cr_assert_eq(v->unclaimed_block, rules->unclaimed_block, "%s", v->name);
        cr_assert_eq(v->claimed_block, rules->claimed_block, "%s", v->name);
        cr_assert_eq(v->corners_removed, rules->corners_removed, "%s", v->name);
    }
}

Test(variant, there_are_fifteen_and_the_default_is_first) {
    cr_assert_eq((int)VARIANT_COUNT, (int)NAIVE_RULE_SETS);
    cr_assert_str_eq(variant_at(0)->name, "veletas");
}

Test(variant, every_row_is_found_by_its_name) {
    for (int i = 0; i < VARIANT_COUNT; i++) cr_assert_eq(variant_find(variant_at(i)->name), variant_at(i));
}

Test(variant, other_names_are_not_found) {
    static const char *const NAMES[] = {"",         "Veletas", "VELETAS",  "veletas-8", "veletas-10",
                                        "veletas-", "veleta",  " veletas", "-9"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) cr_assert_null(variant_find(NAMES[i]), "%s", NAMES[i]);
}

Test(variant, board_and_walls_share_the_grid) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *v = variant_at(i);
        Naive start = naive_start(naive_rules(i));
        cr_assert_eq(bb_count(v->board), naive_count(&start, "."), "%s", v->name);
        for (int square = 0; square < STRIDE * MAX_SIZE; square++) {
            Square s = (Square)square;
            bool pad = square_file(s) == STRIDE - 1;
            bool inside = !pad && start.at[square_file(s)][square_rank(s)] == '.';
            REQUIRE(bb_has(v->board, s) == inside, "%s: board, square %d", v->name, square);
            REQUIRE(bb_has(v->walls, s) == !inside, "%s: walls, square %d", v->name, square);
        }
    }
}

Test(variant, setup_squares_leave_out_a_banned_perimeter) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *v = variant_at(i);
        int last = v->size - 1;
        for (int file = 0; file < v->size; file++)
            for (int rank = 0; rank < v->size; rank++) {
                Square s = square_at(file, rank);
                bool perimeter = file == 0 || rank == 0 || file == last || rank == last;
                bool allowed = bb_has(v->board, s) && !(v->ban_perimeter && perimeter);
                REQUIRE(bb_has(v->setup_squares, s) == allowed, "%s: %c%d", v->name, 'a' + file, rank + 1);
            }
        cr_assert_eq(v->setup_squares & ~v->board, 0, "%s", v->name);
    }
}

Test(variant, majority_is_the_least_number_above_one_half) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *v = variant_at(i);
        int all = variant_shooters(v), majority = variant_majority(v);
        cr_assert_eq(all, v->first + v->second);
        cr_assert_gt(2 * majority, all, "%s", v->name);
        cr_assert_leq(2 * (majority - 1), all, "%s", v->name);
    }
    cr_assert_eq(variant_majority(variant_find("veletas")), 4);
    cr_assert_eq(variant_majority(variant_find("interim-9")), 3);
    cr_assert_eq(variant_majority(variant_find("classic-7")), 2);
}
