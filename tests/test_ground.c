/* The sums of eval/ground.c, made along lines and by vectors, against walks square by square. */
#include "eval/ground.h"

#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(ground, .init = init);

static int sign_of(int n) { return (n > 0) - (n < 0); }

static int largest_within(const Naive *n, int file, int rank, char colour) {
    static const int BESIDE[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int largest = naive_beside(n, file, rank, colour);
    for (int i = 0; i < 4; i++) {
        int f = file + BESIDE[i][0], r = rank + BESIDE[i][1];
        if (f < 0 || r < 0 || f >= n->rules->size || r >= n->rules->size || n->at[f][r] != '.') continue;
        int beyond = naive_beside(n, f, r, colour);
        if (beyond > largest) largest = beyond;
    }
    return largest;
}

/* The value of an empty square, by the formulas of ground.h. */
static int naive_value(const Naive *n, int file, int rank) {
    int b = naive_beside(n, file, rank, 'b'), w = naive_beside(n, file, rank, 'w');
    int wide_b = largest_within(n, file, rank, 'b'), wide_w = largest_within(n, file, rank, 'w');
    return ground_value_of(b, w) + GROUND_OUTER_SIGN * sign_of(wide_b - wide_w);
}

typedef struct {
    int squares, value;
} Sum;

static Sum naive_sight(const Naive *n, int square) {
    int seen[NAIVE_SQUARES];
    Sum sum = {naive_seen(n, square / NAIVE_SIDE, square % NAIVE_SIDE, seen), 0};
    for (int i = 0; i < sum.squares; i++) sum.value += naive_value(n, seen[i] / NAIVE_SIDE, seen[i] % NAIVE_SIDE);
    return sum;
}

Test(ground, sights_are_what_a_walk_finds) {
    Random r = random_seeded(311);
    int squares = 0;
    for (int i = support_scaled(150); i; i--) {
        Naive n = random_in_play(naive_rules(i % NAIVE_RULE_SETS), &r);
        Board b = board_of(&n);
        Ground g;
        ground_compute(&g, &b);
        for (int square = 0; square < NAIVE_SQUARES; square++) {
            char piece = n.at[square / NAIVE_SIDE][square % NAIVE_SIDE];
            if (square / NAIVE_SIDE >= n.rules->size || square % NAIVE_SIDE >= n.rules->size) continue;
            if (piece != '.' && piece != 's') continue;
            Square s = square_of(square);
            if (!bb_has(b.position.variant->board, s)) continue;
            Sight sight = g.sight[s + CELL_MARGIN];
            Sum sum = naive_sight(&n, square);
            REQUIRE(sight_seen(sight) == sum.squares && sight_value(sight) == sum.value, "%s: sight", n.rules->name);
            squares++;
        }
    }
    cr_assert_gt(squares, 1000, "%d", squares);
}
