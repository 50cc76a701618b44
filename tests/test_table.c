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

/* As many parts as there may be threads, also more than fit a table evenly. */
Test(table, every_part_of_a_table_is_cleared) {
    static const int PARTS[] = {1, 2, 3, 7, 100, MAX_THREADS};
    Random r = random_seeded(301);
    Table *t = create(1);
    enum { KEYS = 4000 };
    static uint64_t keys[KEYS];
    for (int i = 0; i < 6; i++) {
        int held = 0, left = 0;
        for (int k = 0; k < KEYS; k++) {
            store(t, keys[k] = random_next(&r));
            held += holds(t, keys[k]);
        }
        REQUIRE(held == KEYS, "%d of %d", held, KEYS);
        for (int part = 0; part < PARTS[i]; part++) {
            int before = left;
            table_clear(t, part, PARTS[i]);
            left = 0;
            for (int k = 0; k < KEYS; k++) left += holds(t, keys[k]);
            REQUIRE(part == 0 || left <= before, "a part that is cleared holds more than before");
        }
        REQUIRE(left == 0, "%d of %d left after %d parts", left, KEYS, PARTS[i]);
    }
    table_destroy(t);
}

Test(table, one_part_of_two_is_half_of_it) {
    Random r = random_seeded(302);
    Table *t = create(1);
    int left = 0, count = 4000;
    static uint64_t keys[4000];
    for (int k = 0; k < count; k++) store(t, keys[k] = random_next(&r));
    table_clear(t, 1, 2);
    for (int k = 0; k < count; k++) left += holds(t, keys[k]);
    cr_assert(left > count * 4 / 10 && left < count * 6 / 10, "%d of %d", left, count);
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
    table_clear(t, 0, 1);
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
