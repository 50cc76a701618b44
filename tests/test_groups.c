/* Groups against flood fills of the naive rules. */
#include "engine/groups.h"
#include "tests/support.h"

TestSuite(groups, .init = support_init);

static const char COLOUR_LETTER[] = "bw";

static void compare_sizes(const Naive *n, const Board *b) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        int size = naive_group(n, square / NAIVE_SIDE, square % NAIVE_SIDE);
        Square s = square_of(square);
        if (!size) continue;
        Square root = b->groups.root[s];
        REQUIRE(b->groups.size[root] == size, "%s: square %d: size %d, not %d", n->rules->name, s, b->groups.size[root],
                size);
        REQUIRE(bb_count(b->groups.members[root]) == size && bb_has(b->groups.members[root], s), "members of %d", s);
    }
}

static void compare_tiers(const Naive *n, const Board *b) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        char piece = n->at[square / NAIVE_SIDE][square % NAIVE_SIDE];
        int size = naive_group(n, square / NAIVE_SIDE, square % NAIVE_SIDE);
        for (int c = BLACK; c <= WHITE; c++)
            for (int t = 0; t < GROUP_TIERS; t++) {
                bool inside = piece == COLOUR_LETTER[c] && size >= GROUP_TIER_SIZE[t];
                REQUIRE(bb_has(b->groups.tier[c][t], square_of(square)) == inside, "square %d tier %d", square, t);
            }
    }
}

static void compare_claims(const Naive *n, const Board *b) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
        if (n->at[file][rank] == '#') continue;
        Square s = square_of(square);
        for (int c = BLACK; c <= WHITE; c++) {
            int beside = groups_beside(&b->groups, &b->position, s, (Colour)c);
            REQUIRE(beside == naive_beside(n, file, rank, COLOUR_LETTER[c]), "beside square %d", s);
            Colour claimant = groups_claimant(&b->groups, &b->position, s, (Colour)c);
            REQUIRE(COLOUR_LETTER[claimant] == naive_claimant(n, file, rank, COLOUR_LETTER[c]), "claim on square %d", s);
        }
    }
}

Test(groups, computed_groups_agree_with_flood_fills) {
    Random r = random_seeded(21);
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(40); round; round--) {
            Naive n = random_built(naive_rules(i), &r);
            Board b = board_of(&n);
            compare_sizes(&n, &b);
            compare_tiers(&n, &b);
            compare_claims(&n, &b);
        }
}

Test(groups, tiers_grow_from_one_stone) {
    cr_assert_eq(GROUP_TIER_SIZE[0], 1);
    for (int t = 1; t < GROUP_TIERS; t++) cr_assert_gt(GROUP_TIER_SIZE[t], GROUP_TIER_SIZE[t - 1]);
}

/* A board that is filled with stones one by one in random order, and emptied again. */
typedef struct {
    Board board;
    GroupsUndo undo;
} Step;

static int fill(Step *steps, Random *r, int white_percent) {
    Square order[NAIVE_SQUARES];
    int count = 0;
    for (Bitboard rest = position_empty(&steps[0].board.position); rest;) order[count++] = bb_pop(&rest);
    for (int i = 0; i < count; i++) {
        int j = i + random_below(r, count - i);
        Square s = order[j];
        order[j] = order[i];
        Colour c = random_chance(r, white_percent) ? WHITE : BLACK;
        Step *next = &steps[i + 1];
        next->board = steps[i].board;
        groups_add(&next->board.groups, s, c, next->board.position.stones[c], &next->undo);
        next->board.position.stones[c] |= bb_of(s);
    }
    return count;
}

static bool agrees_with_fresh(const Board *b) {
    Board fresh = *b;
    groups_compute(&fresh.groups, &fresh.position);
    return boards_equal(b, &fresh);
}

Test(groups, kept_groups_agree_with_computed_ones_both_ways) {
    static Step steps[NAIVE_SQUARES + 1];
    Random r = random_seeded(22);
    int joined = 0;
    for (int round = support_scaled(100); round; round--) {
        Position empty = position_start(variant_at(round % VARIANT_COUNT));
        board_set(&steps[0].board, &empty);
        int count = fill(steps, &r, random_below(&r, 101));
        REQUIRE(count == bb_count(empty.variant->board), "%d stones", count);
        for (int i = 1; i <= count; i++) {
            REQUIRE(agrees_with_fresh(&steps[i].board), "after stone %d", i);
            joined += steps[i].undo.absorbed_count > 1;
        }
        Board b = steps[count].board;
        for (int i = count; i > 0; i--) {
            groups_remove(&b.groups, &steps[i].undo);
            b.position = steps[i - 1].board.position;
            REQUIRE(boards_equal(&b, &steps[i - 1].board), "back from stone %d", i);
        }
    }
    cr_assert_gt(joined, 50, "too few stones that join three groups: %d", joined);
}
