/* The transposition table. */
#include "search/table.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/support.h"

TestSuite(table, .init = support_init, .timeout = 60);

static Table *create(size_t megabytes) {
    Table *t = table_create(megabytes);
    REQUIRE(t, "no table");
    return t;
}

static Move some_move(uint64_t key) { return move_turn(NO_SQUARE, NO_SQUARE, (Square)(key % 7)); }

static void store(Table *t, uint64_t key) {
    table_store(t, key, some_move(key), (Score)(key % 1000), (int)(key % 30), BOUND_EXACT);
}

static bool holds(const Table *t, uint64_t key) {
    TableHit hit;
    return table_probe(t, key, &hit) && hit.move == some_move(key) && hit.score == (Score)(key % 1000) &&
           hit.depth == (int)(key % 30) && hit.bound == BOUND_EXACT;
}

Test(table, what_is_stored_is_found) {
    Table *t = create(1);
    TableHit hit;
    Move move = move_turn(square_at(1, 2), square_at(3, 4), square_at(5, 5));
    static const Score SCORES[] = {0, 1, -1, SCORE_CP_MAX, -SCORE_CP_MAX, SCORE_MATE - 1, -SCORE_MATE + 1};
    static const ScoreBound BOUNDS[] = {BOUND_EXACT, BOUND_LOWER, BOUND_UPPER};
    uint64_t key = 0x123456789abcdef0;
    cr_assert_not(table_probe(t, key, &hit));
    for (size_t i = 0; i < sizeof SCORES / sizeof *SCORES; i++)
        for (int b = 0; b < 3; b++) {
            table_store(t, key, move, SCORES[i], MAX_DEPTH, BOUNDS[b]);
            cr_assert(table_probe(t, key, &hit));
            cr_assert(hit.move == move && hit.score == SCORES[i] && hit.depth == MAX_DEPTH && hit.bound == BOUNDS[b]);
        }
    table_store(t, key, MOVE_NONE, 5, 1, BOUND_UPPER);
    cr_assert(table_probe(t, key, &hit));
    cr_assert_eq(hit.move, move, "the move stays where a later search has none");
    cr_assert_not(table_probe(t, key + 1, &hit));
    table_destroy(t);
}

static int held_of(const Table *t, const uint64_t *keys, int count) {
    int held = 0;
    for (int k = 0; k < count; k++) held += holds(t, keys[k]);
    return held;
}

/* Piece by piece, or a few pieces and the rest, twice over, also where the last piece is a smaller one. */
Test(table, every_piece_of_a_table_is_cleared) {
    Random r = random_seeded(301);
    enum { KEYS = 4000 };
    static uint64_t keys[KEYS];
    for (int i = 0; i < 20; i++) {
        size_t megabytes = 1 + (size_t)i % 5;
        int pieces = 0, by_hand = i % 4 == 0 ? 1000 : i % 4 - 1;
        Table *t = create(megabytes);
        for (int round = 0; round < 2; round++) {
            for (int k = 0; k < KEYS; k++) store(t, keys[k] = random_next(&r));
            REQUIRE(held_of(t, keys, KEYS) > KEYS * 99 / 100, "%d of %d", held_of(t, keys, KEYS), KEYS);
            table_clear_begin(t);
            for (pieces = 0; pieces < by_hand && table_clear_piece(t);) pieces++;
            if (by_hand < 1000) table_clear_rest(t);
            REQUIRE(held_of(t, keys, KEYS) == 0, "%zu MB: something is left after %d pieces", megabytes, pieces);
            cr_assert_not(table_clear_piece(t));
            table_clear_rest(t);
        }
        table_destroy(t);
    }
}

Test(table, what_is_stored_after_a_clearing_stays) {
    Random r = random_seeded(302);
    uint64_t keys[100];
    Table *t = create(3);
    table_clear_rest(t);
    for (int k = 0; k < 100; k++) store(t, keys[k] = random_next(&r));
    table_clear_rest(t);
    cr_assert_not(table_clear_piece(t));
    cr_assert_eq(held_of(t, keys, 100), 100);
    table_destroy(t);
}

static void *clear_pieces(void *table) {
    while (table_clear_piece(table)) {}
    return NULL;
}

Test(table, threads_clear_a_table_together) {
    Random r = random_seeded(306);
    enum { KEYS = 4000, THREADS = 4 };
    static uint64_t keys[KEYS];
    pthread_t threads[THREADS];
    Table *t = create(32);
    for (int k = 0; k < KEYS; k++) store(t, keys[k] = random_next(&r));
    table_clear_begin(t);
    for (int i = 0; i < THREADS; i++) REQUIRE(!pthread_create(&threads[i], NULL, clear_pieces, t), "no thread");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    cr_assert_eq(held_of(t, keys, KEYS), 0);
    table_destroy(t);
}

Test(table, fullness_counts_the_current_search_alone) {
    Random r = random_seeded(303);
    Table *t = create(1);
    table_new_search(t);
    cr_assert_eq(table_hashfull(t), 0);
    for (int k = 0; k < 1 << 15; k++) store(t, random_next(&r));
    int half = table_hashfull(t);
    cr_assert(half > 350 && half < 600, "%d", half);
    for (int k = 0; k < 1 << 18; k++) store(t, random_next(&r));
    int full = table_hashfull(t);
    cr_assert(full > 950 && full <= 1000, "%d", full);
    table_new_search(t);
    cr_assert_eq(table_hashfull(t), 0);
    table_clear_begin(t);
    table_clear_rest(t);
    cr_assert_eq(table_hashfull(t), 0);
    table_destroy(t);
}

Test(table, entries_of_earlier_searches_go_first) {
    Random r = random_seeded(304);
    Table *t = create(1);
    enum { KEYS = 1 << 14 };
    static uint64_t keys[KEYS];
    for (int k = 0; k < 1 << 18; k++) table_store(t, random_next(&r), some_move(1), 0, 20, BOUND_EXACT);
    for (int i = 0; i < 20; i++) table_new_search(t);
    for (int k = 0; k < KEYS; k++) store(t, keys[k] = random_next(&r));
    int held = 0;
    for (int k = 0; k < KEYS; k++) held += holds(t, keys[k]);
    cr_assert_gt(held, KEYS * 95 / 100, "%d of %d", held, KEYS);
    table_destroy(t);
}

Test(table, tables_beyond_the_limit_are_refused) {
    cr_assert_null(table_create(MAX_HASH_MB + 1));
    cr_assert_null(table_create(SIZE_MAX));
    cr_assert_null(table_create((size_t)1 << 44), "so many megabytes are no bytes at all");
}

/* ---- several writers ---- */

enum { WRITERS = 4, SHARED_KEYS = 64, ROUNDS = 20000 };

typedef struct {
    Table *table;
    const uint64_t *keys;
    uint64_t seed;
    int found, wrong;
} Writer;

/* Everything stored under a key is made from the key and one number, which score and depth repeat: a mixture would show. */
static void *write_and_read(void *argument) {
    Writer *w = argument;
    Random r = random_seeded(w->seed);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t key = w->keys[random_below(&r, SHARED_KEYS)];
        int n = random_below(&r, 100);
        TableHit hit;
        table_store(w->table, key, some_move(key), n, n, BOUND_EXACT);
        key = w->keys[random_below(&r, SHARED_KEYS)];
        if (!table_probe(w->table, key, &hit)) continue;
        w->found++;
        w->wrong += hit.move != some_move(key) || hit.score != hit.depth;
    }
    return NULL;
}

Test(table, torn_entries_are_not_found) {
    Random r = random_seeded(305);
    Table *t = create(1);
    static uint64_t keys[SHARED_KEYS];
    /* All of a few buckets, so that the writers meet. */
    for (int k = 0; k < SHARED_KEYS; k++) keys[k] = (uint64_t)(k % 4) << 60 | (random_next(&r) & 0xffffffff);
    Writer writers[WRITERS];
    pthread_t threads[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = (Writer){t, keys, (uint64_t)i, 0, 0};
        REQUIRE(!pthread_create(&threads[i], NULL, write_and_read, &writers[i]), "no thread");
    }
    int found = 0, wrong = 0;
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        found += writers[i].found;
        wrong += writers[i].wrong;
    }
    table_destroy(t);
    cr_assert_gt(found, ROUNDS / 10, "%d", found);
    cr_assert_eq(wrong, 0, "%d of %d", wrong, found);
}
