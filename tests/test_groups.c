/* Groups against flood fills of the naive rules. */
#include "engine/groups.h"
#include "tests/support.h"

TestSuite(groups, .init = support_init);

static const char COLOUR_LETTER[] = "bw";

/* The group of that square as a set, by a flood fill. */
static Bitboard naive_members(const Naive *n, int file, int rank) {
    Bitboard members = 0;
    char colour = n->at[file][rank];
    Naive rest = *n;
    int stack[4 * NAIVE_SQUARES], depth = 0;
    stack[depth++] = file * NAIVE_SIDE + rank;
    while (depth) {
        int square = stack[--depth], f = square / NAIVE_SIDE, r = square % NAIVE_SIDE;
        if (rest.at[f][r] != colour) continue;
        rest.at[f][r] = '.';
        members |= bb_of(square_of(square));
        if (f > 0) stack[depth++] = square - NAIVE_SIDE;
        if (r > 0) stack[depth++] = square - 1;
        if (f < NAIVE_SIDE - 1) stack[depth++] = square + NAIVE_SIDE;
        if (r < NAIVE_SIDE - 1) stack[depth++] = square + 1;
    }
    return members;
}

static void compare_groups(const Naive *n, const Board *b) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE, size = naive_group(n, file, rank);
        Square s = square_of(square);
        for (int c = BLACK; c <= WHITE; c++) {
            int expected = n->at[file][rank] == COLOUR_LETTER[c] ? size : 0, found = groups_size(&b->groups, s, (Colour)c);
            REQUIRE(found == expected, "%s: square %d: size %d, not %d", n->rules->name, s, found, expected);
        }
        if (!size) continue;
        Bitboard members = b->groups.members[b->groups.root[s]];
        REQUIRE(members == naive_members(n, file, rank), "%s: members of the group of %d", n->rules->name, s);
        REQUIRE(bb_has(members, b->groups.root[s]), "%s: the root of %d is in another group", n->rules->name, s);
    }
}

static void compare_claims(const Naive *n, const Board *b) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        int file = square / NAIVE_SIDE, rank = square % NAIVE_SIDE;
        if (n->at[file][rank] == '#') continue;
        Square s = square_of(square);
        for (int c = BLACK; c <= WHITE; c++) {
            int beside = groups_beside(&b->groups, s, (Colour)c);
            REQUIRE(beside == naive_beside(n, file, rank, COLOUR_LETTER[c]), "beside square %d", s);
            Colour claimant = groups_claimant(&b->groups, s, (Colour)c);
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
            compare_groups(&n, &b);
            compare_claims(&n, &b);
        }
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
