/* Queen lines against a walk step by step. */
#include <stdlib.h>
#include <string.h>

#include "engine/lines.h"
#include "engine/variant.h"
#include "tests/support.h"

TestSuite(lines, .init = support_init);

static const int LINE[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* Squares passed from `s` before the first blocker; they are added to `seen`. */
static int walk(Square s, int step_file, int step_rank, Bitboard blockers, Bitboard *seen) {
    int file = square_file(s), rank = square_rank(s), length = 0;
    for (;; length++) {
        file += step_file;
        rank += step_rank;
        if (file < 0 || rank < 0 || file >= MAX_SIZE || rank >= MAX_SIZE) return length;
        if (bb_has(blockers, square_at(file, rank))) return length;
        *seen |= bb_of(square_at(file, rank));
    }
}

static Bitboard walk_all(Square s, Bitboard blockers) {
    Bitboard seen = 0;
    for (int k = 0; k < 4; k++) {
        walk(s, LINE[k][0], LINE[k][1], blockers, &seen);
        walk(s, -LINE[k][0], -LINE[k][1], blockers, &seen);
    }
    return seen;
}

static Bitboard random_blockers(Random *r, const Variant *v) {
    Bitboard blockers = v->walls, rest = v->board;
    int percent = random_below(r, 101);
    while (rest) {
        Square s = bb_pop(&rest);
        if (random_chance(r, percent)) blockers |= bb_of(s);
    }
    return blockers;
}

/* Lines as numbers that do not depend on the order of lines or of their ends. */
static int line_code(int a, int b) { return a < b ? 100 * b + a : 100 * a + b; }

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static bool lengths_agree(Square s, Bitboard blockers) {
    int lengths[8], ours[4], walked[4];
    Bitboard ignored = 0;
    lines_lengths(s, blockers, lengths);
    for (int k = 0; k < 4; k++) {
        ours[k] = line_code(lengths[2 * k], lengths[2 * k + 1]);
        walked[k] = line_code(walk(s, LINE[k][0], LINE[k][1], blockers, &ignored),
                              walk(s, -LINE[k][0], -LINE[k][1], blockers, &ignored));
    }
    qsort(ours, 4, sizeof *ours, compare_ints);
    qsort(walked, 4, sizeof *walked, compare_ints);
    return !memcmp(ours, walked, sizeof ours);
}

/* In the order and the directions of LINE_STEP. */
static bool spans_agree(Square s, Bitboard blockers) {
    static const int STEPS[LINES][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    LineSpan spans[LINES];
    Bitboard ignored = 0;
    lines_spans(s, blockers, spans);
    for (int k = 0; k < LINES; k++) {
        int above = 1 + walk(s, STEPS[k][0], STEPS[k][1], blockers, &ignored);
        int below = 1 + walk(s, -STEPS[k][0], -STEPS[k][1], blockers, &ignored);
        if (spans[k].above != s + above * LINE_STEP[k] || spans[k].below != s - below * LINE_STEP[k]) return false;
    }
    return true;
}

static void compare_on(const Variant *v, Bitboard blockers) {
    for (Bitboard rest = v->board; rest;) {
        Square s = bb_pop(&rest);
        REQUIRE(lines_seen(s, blockers) == walk_all(s, blockers), "%s: seen from square %d", v->name, s);
        REQUIRE(lengths_agree(s, blockers), "%s: lengths from square %d", v->name, s);
        REQUIRE(spans_agree(s, blockers), "%s: spans from square %d", v->name, s);
    }
}

Test(lines, agree_with_a_walk_among_random_blockers) {
    Random r = random_seeded(11);
    for (int i = 0; i < VARIANT_COUNT; i++)
        for (int round = support_scaled(60); round; round--) compare_on(variant_at(i), random_blockers(&r, variant_at(i)));
}

Test(lines, agree_with_a_walk_on_the_empty_and_the_full_board) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        compare_on(variant_at(i), variant_at(i)->walls);
        compare_on(variant_at(i), ~(Bitboard)0);
    }
}

/* One blocker at a time, on every square: each ray is cut at every length. */
Test(lines, agree_with_a_walk_around_a_lone_blocker) {
    const Variant *v = variant_find("veletas");
    for (Bitboard rest = v->board; rest;) compare_on(v, v->walls | bb_of(bb_pop(&rest)));
}

Test(lines, a_blocker_on_the_square_itself_does_not_matter) {
    Random r = random_seeded(12);
    const Variant *v = variant_find("veletas");
    for (int round = 0; round < 50; round++) {
        Bitboard blockers = random_blockers(&r, v);
        for (Bitboard rest = v->board; rest;) {
            Square s = bb_pop(&rest);
            REQUIRE(lines_seen(s, blockers | bb_of(s)) == lines_seen(s, blockers & ~bb_of(s)), "square %d", s);
        }
    }
}
