/* Sets of squares against plain arrays of flags. */
#include "engine/bitboard.h"
#include "tests/support.h"

TestSuite(bitboard, .init = support_init);

enum { ROUNDS = 400 };

/* A set as flags by file and rank. */
typedef struct {
    bool at[MAX_SIZE][MAX_SIZE];
} Flags;

static Flags random_flags(Random *r) {
    Flags f = {0};
    int percent = random_below(r, 101);
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) f.at[file][rank] = random_chance(r, percent);
    return f;
}

static Bitboard set_of(const Flags *f) {
    Bitboard b = 0;
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++)
            if (f->at[file][rank]) b |= bb_of(square_at(file, rank));
    return b;
}

static int flag_count(const Flags *f) {
    int count = 0;
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) count += f->at[file][rank];
    return count;
}

static bool is_set(const Flags *f, int file, int rank) {
    return file >= 0 && file < MAX_SIZE && rank >= 0 && rank < MAX_SIZE && f->at[file][rank];
}

/* Whether `b`, off-board squares apart, holds just the squares that the flags put one of the steps away. */
static bool is_stepped(Bitboard b, const Flags *f, const int (*steps)[2], int count) {
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) {
            bool reached = false;
            for (int i = 0; i < count; i++) reached |= is_set(f, file - steps[i][0], rank - steps[i][1]);
            if (bb_has(b, square_at(file, rank)) != reached) return false;
        }
    return true;
}

Test(bitboard, squares_are_where_file_and_rank_say) {
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) {
            Square s = square_at(file, rank);
            REQUIRE(square_file(s) == file && square_rank(s) == rank, "%d %d", file, rank);
            REQUIRE(s < STRIDE * MAX_SIZE && s != NO_SQUARE, "%d %d", file, rank);
            REQUIRE(square_by_file(s) == file * 10 + rank, "%d %d", file, rank);
        }
    cr_assert_eq(colour_other(BLACK), WHITE);
    cr_assert_eq(colour_other(WHITE), BLACK);
}

Test(bitboard, every_bit_is_counted_and_popped_in_order) {
    Random r = random_seeded(1);
    for (int round = 0; round < ROUNDS; round++) {
        Flags f = random_flags(&r);
        Bitboard b = set_of(&f), popped = 0;
        int count = 0, previous = -1;
        REQUIRE(bb_count(b) == flag_count(&f), "count");
        while (b) {
            Square first = bb_first(b), s = bb_pop(&b);
            REQUIRE(first == s && (int)s > previous, "square %d after %d", s, previous);
            REQUIRE(is_set(&f, square_file(s), square_rank(s)), "square %d was not in the set", s);
            popped |= bb_of(s);
            previous = s;
            count++;
        }
        REQUIRE(count == flag_count(&f) && popped == set_of(&f), "popped");
    }
}

Test(bitboard, lone_bits_at_every_place) {
    for (int i = 0; i < 128; i++) {
        Bitboard b = bb_of((Square)i);
        REQUIRE(bb_count(b) == 1 && bb_first(b) == i && bb_has(b, (Square)i), "bit %d", i);
        for (int j = 0; j < 128; j++) REQUIRE(bb_has(b, (Square)j) == (i == j), "bits %d and %d", i, j);
        REQUIRE(bb_pop(&b) == i && !b, "bit %d", i);
    }
}

Test(bitboard, steps_go_one_square_and_never_wrap) {
    static const int NORTH[][2] = {{0, 1}}, SOUTH[][2] = {{0, -1}}, EAST[][2] = {{1, 0}}, WEST[][2] = {{-1, 0}};
    Random r = random_seeded(2);
    for (int round = 0; round < ROUNDS; round++) {
        Flags f = random_flags(&r);
        Bitboard b = set_of(&f);
        REQUIRE(is_stepped(bb_north(b), &f, NORTH, 1), "north");
        REQUIRE(is_stepped(bb_south(b), &f, SOUTH, 1), "south");
        REQUIRE(is_stepped(bb_east(b), &f, EAST, 1), "east");
        REQUIRE(is_stepped(bb_west(b), &f, WEST, 1), "west");
    }
}

/* Parts of the set itself may be in the neighbourhood, so both are compared with the set taken out. */
Test(bitboard, neighbourhoods) {
    static const int STEPS[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {0, 0}};
    static const int ORTHOGONAL[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {0, 0}};
    Random r = random_seeded(3);
    for (int round = 0; round < ROUNDS; round++) {
        Flags f = random_flags(&r);
        Bitboard b = set_of(&f);
        REQUIRE(is_stepped(bb_beside(b) | b, &f, ORTHOGONAL, 5), "beside");
        REQUIRE(is_stepped(bb_around(b) | b, &f, STEPS, 9), "around");
    }
}

Test(bitboard, neighbourhoods_of_one_square_leave_it_out) {
    for (int file = 0; file < MAX_SIZE; file++)
        for (int rank = 0; rank < MAX_SIZE; rank++) {
            Square s = square_at(file, rank);
            REQUIRE(!bb_has(bb_beside(bb_of(s)), s) && !bb_has(bb_around(bb_of(s)), s), "%d %d", file, rank);
        }
}

static void flood(Flags *filled, const Flags *area, int file, int rank) {
    if (!is_set(area, file, rank) || filled->at[file][rank]) return;
    filled->at[file][rank] = true;
    flood(filled, area, file + 1, rank);
    flood(filled, area, file - 1, rank);
    flood(filled, area, file, rank + 1);
    flood(filled, area, file, rank - 1);
}

Test(bitboard, flood_fills_what_is_connected) {
    Random r = random_seeded(4);
    int partial = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Flags area = random_flags(&r), seed = {0}, filled = {0};
        for (int i = random_below(&r, 4); i >= 0; i--)
            seed.at[random_below(&r, MAX_SIZE)][random_below(&r, MAX_SIZE)] = true;
        for (int file = 0; file < MAX_SIZE; file++)
            for (int rank = 0; rank < MAX_SIZE; rank++)
                if (seed.at[file][rank]) flood(&filled, &area, file, rank);
        REQUIRE(bb_flood(set_of(&seed), set_of(&area)) == set_of(&filled), "round %d", round);
        partial += flag_count(&filled) > 3 && flag_count(&filled) < flag_count(&area);
    }
    cr_assert_gt(partial, 50, "too few floods that end within the area: %d", partial);
}
