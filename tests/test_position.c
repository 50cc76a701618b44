/* The Position value: its phases, its sets and its key. */
#include "engine/position.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

TestSuite(position, .init = support_init);

Test(position, start_is_an_empty_board_with_black_to_place) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        Naive n = naive_start(naive_rules(i));
        Position start = position_start(variant_at(i)), read = position_of(&n);
        cr_assert(positions_equal(&start, &read), "%s", n.rules->name);
        cr_assert(position_check(&start), "%s", n.rules->name);
        cr_assert_eq(position_phase(&start), PHASE_FIRST_SETUP, "%s", n.rules->name);
    }
}

static Phase naive_phase(const Naive *n) {
    if (!naive_count(n, "sBW")) return PHASE_FIRST_SETUP;
    if (naive_in_setup(n)) return PHASE_SECOND_SETUP;
    return naive_winner(n) == '-' ? PHASE_PLAY : PHASE_OVER;
}

static char winner_letter(const Position *p) { return "bw-"[position_winner(p)]; }

static void compare_sets(const Naive *n, const Position *p) {
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        char piece = n->at[square / NAIVE_SIDE][square % NAIVE_SIDE];
        Square s = square_of(square);
        bool shooter_blocks =
            (piece == 's' && n->rules->unclaimed_block) || ((piece == 'B' || piece == 'W') && n->rules->claimed_block);
        bool stone_or_wall = piece == 'b' || piece == 'w' || piece == '#';
        REQUIRE(bb_has(position_empty(p), s) == (piece == '.'), "%s: empty, square %d", n->rules->name, s);
        REQUIRE(bb_has(position_occupied(p), s) == (piece != '.' && piece != '#'), "%s: occupied %d", n->rules->name, s);
        REQUIRE(bb_has(position_blockers(p), s) == (stone_or_wall || shooter_blocks), "%s: blockers %d", n->rules->name, s);
    }
}

static void compare_with_naive(const Naive *n, int phases[4]) {
    Position p = position_of(n);
    compare_sets(n, &p);
    REQUIRE(position_check(&p), "%s", n->rules->name);
    REQUIRE(position_phase(&p) == naive_phase(n), "%s: phase %d", n->rules->name, position_phase(&p));
    REQUIRE(position_in_setup(&p) == naive_in_setup(n), "%s", n->rules->name);
    REQUIRE(position_shooters(&p) == naive_count(n, "sBW"), "%s", n->rules->name);
    REQUIRE(winner_letter(&p) == naive_winner(n), "%s: winner", n->rules->name);
    REQUIRE(position_p1_turn(&p) == ((n->side == 'b') != (n->swap == 'x')), "%s", n->rules->name);
    phases[position_phase(&p)]++;
}

Test(position, agrees_with_naive_on_phase_winner_and_sets) {
    Random r = random_seeded(31);
    int phases[4] = {0};
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(60); round; round--) {
            Naive built = random_built(naive_rules(i), &r), setup = random_in_setup(naive_rules(i), &r);
            compare_with_naive(&built, phases);
            compare_with_naive(&setup, phases);
        }
    for (int phase = 0; phase < 4; phase++) cr_assert_gt(phases[phase], 50, "phase %d came %d times", phase, phases[phase]);
}

/* A trapped shooter nobody has claimed is no position's text, so these are made by putting a shooter where none was. */
Test(position, trapped_shooters_are_those_that_naive_finds) {
    Random r = random_seeded(32);
    int trapped = 0, free = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(200); round; round--) {
            Naive n = random_built(naive_rules(i), &r);
            Position p = position_of(&n);
            int file = random_below(&r, n.rules->size), rank = random_below(&r, n.rules->size);
            if (!strchr(".bw", n.at[file][rank])) continue;
            Square s = square_at(file, rank);
            n.at[file][rank] = 's';
            p.stones[BLACK] &= ~bb_of(s);
            p.stones[WHITE] &= ~bb_of(s);
            p.shooters |= bb_of(s);
            bool expected = naive_trapped(&n, file, rank);
            REQUIRE(position_is_trapped(&p, s) == expected, "%s: square %d", n.rules->name, s);
            trapped += expected;
            free += !expected;
        }
    cr_assert_gt(trapped, 100, "%d", trapped);
    cr_assert_gt(free, 100, "%d", free);
}

/* ---- the check ---- */

typedef void Damage(Position *p, Square empty);

static void damage_key(Position *p, Square empty) { p->key ^= (uint64_t)1 << (empty % 64); }
static void damage_stone_unhashed(Position *p, Square empty) { p->stones[BLACK] |= bb_of(empty); }
static void damage_count(Position *p, Square empty) { p->claims[empty & 1]++; }
static void damage_overlap(Position *p, Square empty) {
    p->stones[BLACK] |= bb_of(empty);
    p->stones[WHITE] |= bb_of(empty);
    p->key = position_compute_key(p);
}
static void damage_off_board(Position *p, Square empty) {
    (void)empty;
    p->stones[WHITE] |= bb_of(square_at(STRIDE - 1, 0));
    p->key = position_compute_key(p);
}
static void damage_extra_shooter(Position *p, Square empty) {
    p->shooters |= bb_of(empty);
    p->key = position_compute_key(p);
}
static void damage_number(Position *p, Square empty) {
    (void)empty;
    p->number = 0;
}

Test(position, check_finds_damage) {
    static Damage *const DAMAGES[] = {damage_key,       damage_stone_unhashed, damage_count, damage_overlap,
                                      damage_off_board, damage_extra_shooter,  damage_number};
    Random r = random_seeded(33);
    int damaged = 0;
    for (int round = 0; round < 200; round++) {
        Naive n = random_in_play(naive_rules(round % NAIVE_RULE_SETS), &r);
        for (size_t i = 0; i < sizeof DAMAGES / sizeof *DAMAGES; i++) {
            Position p = position_of(&n);
            DAMAGES[i](&p, bb_first(position_empty(&p)));
            REQUIRE(!position_check(&p), "damage %zu of %s went unnoticed", i, n.rules->name);
            damaged++;
        }
    }
    cr_assert_eq(damaged, 1400);
}

/* ---- keys ---- */

/* Plays the moves in that order; false if one is not legal then. */
static bool play_in_order(Naive *n, Board *b, char (*const moves[])[24], int count) {
    for (int i = 0; i < count; i++) {
        NaiveList legal = naive_moves(n);
        bool has = naive_list_has(&legal, *moves[i]);
        naive_list_free(&legal);
        if (!has) return false;
        Undo undo;
        board_play(b, move_of(n, *moves[i]), &undo);
        naive_play(n, *moves[i]);
    }
    return true;
}

/* Plays three random moves and the same with the mover's two exchanged; whether that came to the same position. */
static bool transposes(const Naive *start, Random *r) {
    NaiveMove moves[3];
    Naive first = *start, second = *start;
    Board first_board = board_of(start), second_board = first_board;
    for (int i = 0; i < 3; i++) {
        Undo undo;
        if (!random_move(&first, r, moves[i])) return false;
        board_play(&first_board, move_of(&first, moves[i]), &undo);
        naive_play(&first, moves[i]);
    }
    char(*const order[])[24] = {&moves[2], &moves[1], &moves[0]};
    if (!strcmp(moves[0], moves[2]) || !play_in_order(&second, &second_board, order, 3)) return false;
    if (memcmp(first.at, second.at, sizeof first.at)) return false;
    REQUIRE(first_board.position.key == second_board.position.key, "%s: %s %s %s", start->rules->name, moves[0], moves[1],
            moves[2]);
    return true;
}

Test(position, key_does_not_tell_move_orders_apart) {
    Random r = random_seeded(34);
    int transpositions = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(30); round; round--) {
            Naive n = random_in_play(naive_rules(i), &r);
            transpositions += transposes(&n, &r);
        }
    cr_assert_gt(transpositions, support_scaled(100), "too few move orders transposed: %d", transpositions);
}

/* A position's text without its number, and its key. */
typedef struct {
    char text[NAIVE_TEXT_SIZE];
    uint64_t key;
} Keyed;

static Keyed keyed(const Naive *n, uint64_t key) {
    Keyed k = {.key = key};
    naive_write(n, k.text);
    *strrchr(k.text, ' ') = '\0';
    return k;
}

static int compare_texts(const void *a, const void *b) { return strcmp(((const Keyed *)a)->text, ((const Keyed *)b)->text); }

static int compare_keys(const void *a, const void *b) {
    uint64_t x = ((const Keyed *)a)->key, y = ((const Keyed *)b)->key;
    return x < y ? -1 : x > y;
}

/* Adds the positions of a random game, each with the key that play gave it and with the key of its text; returns how many. */
static int collect_game(const NaiveRules *rules, Random *r, Keyed *out, int room) {
    int count = 0;
    Naive n = naive_start(rules);
    NaiveMove move;
    while (count + 2 <= room && random_move(&n, r, move)) {
        Board b = board_of(&n);
        Undo undo;
        board_play(&b, move_of(&n, move), &undo);
        naive_play(&n, move);
        out[count++] = keyed(&n, b.position.key);
        out[count++] = keyed(&n, position_of(&n).key);
    }
    return count;
}

Test(position, one_board_one_key) {
    enum { ROOM = 6000 };
    static Keyed all[ROOM];
    Random r = random_seeded(35);
    for (int i = 0; i < NAIVE_RULE_SETS; i += 2) {
        int count = 0, different = 1;
        for (int game = support_scaled(3); game; game--)
            count += collect_game(naive_rules(i), &r, all + count, ROOM - count);
        cr_assert_gt(count, 100, "%s: %d", naive_rules(i)->name, count);
        qsort(all, (size_t)count, sizeof *all, compare_texts);
        for (int j = 1; j < count; j++) {
            bool same = !strcmp(all[j - 1].text, all[j].text);
            REQUIRE(!same || all[j - 1].key == all[j].key, "two keys for %s", all[j].text);
            different += !same;
        }
        qsort(all, (size_t)count, sizeof *all, compare_keys);
        int keys = 1;
        for (int j = 1; j < count; j++) keys += all[j - 1].key != all[j].key;
        cr_assert_eq(keys, different, "%s: %d keys for %d positions", naive_rules(i)->name, keys, different);
    }
}

enum { PIECE_KINDS = 5 };

static uint64_t key_with_piece(Position p, int kind, Square s) {
    Bitboard *const sets[PIECE_KINDS] = {&p.stones[0], &p.stones[1], &p.claimed[0], &p.claimed[1], &p.shooters};
    *sets[kind] |= bb_of(s);
    return position_compute_key(&p);
}

Test(position, key_tells_every_piece_on_every_square_apart) {
    static Keyed all[PIECE_KINDS * NAIVE_SQUARES];
    Position p = position_start(variant_find("veletas"));
    int count = 0;
    for (Bitboard rest = p.variant->board; rest;) {
        Square s = bb_pop(&rest);
        for (int kind = 0; kind < PIECE_KINDS; kind++) all[count++].key = key_with_piece(p, kind, s);
    }
    qsort(all, (size_t)count, sizeof *all, compare_keys);
    cr_assert_eq(count, PIECE_KINDS * NAIVE_SQUARES);
    for (int i = 1; i < count; i++) REQUIRE(all[i].key != all[i - 1].key, "two pieces with one key");
    for (int i = 0; i < count; i++) REQUIRE(all[i].key != p.key, "a piece without a key");
}

Test(position, key_tells_side_and_swap_mark_apart_but_not_the_number) {
    Naive n = naive_of("veletas-7", "7/3s3/7/b6/7/7/7 w - 1");
    Position p = position_of(&n);
    uint64_t keys[3];
    for (int mark = SWAP_NONE; mark <= SWAP_DONE; mark++) {
        p.swap = (uint8_t)mark;
        keys[mark] = position_compute_key(&p);
    }
    cr_assert(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    p.swap = SWAP_NONE;
    p.side = BLACK;
    cr_assert_neq(position_compute_key(&p), keys[0]);
    p.side = WHITE;
    p.number = 99;
    cr_assert_eq(position_compute_key(&p), keys[0]);
}

Test(position, key_is_read_the_same_whatever_the_number) {
    Naive low = naive_of("classic", "b9/w2w6/ww5wsb/w1sB1bw1w1/sb3b1w2/1ww1b2w1w/sw2w5/1b1w4s1/3w6/2b2w1s2 w - 1");
    Naive high = naive_of("classic", "b9/w2w6/ww5wsb/w1sB1bw1w1/sb3b1w2/1ww1b2w1w/sw2w5/1b1w4s1/3w6/2b2w1s2 w - 9999");
    cr_assert_eq(position_of(&low).key, position_of(&high).key);
}

Test(position, key_tells_claims_apart) {
    Naive unclaimed = naive_of("veletas-7", "s6/7/7/3s3/7/7/6s b - 9");
    Naive black = naive_of("veletas-7", "B6/7/7/3s3/7/7/6s b - 9");
    Naive white = naive_of("veletas-7", "W6/7/7/3s3/7/7/6s b - 9");
    uint64_t a = position_of(&unclaimed).key, b = position_of(&black).key, c = position_of(&white).key;
    cr_assert(a != b && b != c && a != c);
}
