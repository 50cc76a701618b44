/* Leaf counts against the data file and against the naive rules. */
#include "engine/perft.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support.h"

TestSuite(perft, .init = support_init, .timeout = 300);

static Naive position_of_line(const DataFile *d) {
    if (!strcmp(d->field[1], "startpos")) return naive_start(naive_rules_named(d->field[0]));
    return naive_of(d->field[0], d->field[1]);
}

/* Compares the counts `D1 n`, `D2 n`, … of one line; returns how many there were. */
static int check_line(const DataFile *d) {
    Naive n = position_of_line(d);
    Board b = board_of(&n), before = b;
    for (int i = 2; i < d->fields; i++) {
        char *count;
        int depth = (int)strtol(d->field[i] + 1, &count, 10);
        uint64_t expected = strtoull(count, NULL, 10), leaves = perft(&b, depth, NULL);
        REQUIRE(leaves == expected, "%s;%s: depth %d: %zu, not %zu", d->field[0], d->field[1], depth, (size_t)leaves,
                (size_t)expected);
        REQUIRE(boards_equal(&b, &before) && board_check(&b), "%s;%s: perft changed the board", d->field[0], d->field[1]);
    }
    return d->fields - 2;
}

Test(perft, counts_of_the_data_file) {
    DataFile d = data_open("perft.epd");
    int lines = 0, counts = 0;
    for (; data_next(&d); lines++) counts += check_line(&d);
    cr_assert_eq(lines, 145);
    cr_assert_eq(counts, 289);
}

static int compare_with_naive(const Naive *n, int depth) {
    Board b = board_of(n);
    uint64_t leaves = perft(&b, depth, NULL), expected = naive_perft(n, depth);
    REQUIRE(leaves == expected, "%s: depth %d: %zu, not %zu", n->rules->name, depth, (size_t)leaves, (size_t)expected);
    return leaves > 0;
}

Test(perft, small_positions_as_naive_counts_them) {
    Random r = random_seeded(81);
    int compared = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(100); round; round--) {
            Naive n = random_in_play(naive_rules(i), &r);
            Board b = board_of(&n);
            uint64_t turns = perft(&b, 1, NULL);
            if (turns > 120) continue;
            compared += compare_with_naive(&n, turns > 25 ? 2 : 3);
        }
    cr_assert_gt(compared, 200, "%d", compared);
}

Test(perft, setups_as_naive_counts_them) {
    Random r = random_seeded(82);
    Naive start = naive_start(naive_rules_named("classic-7"));
    int compared = compare_with_naive(&start, 2);
    for (int i = 0; i < NAIVE_RULE_SETS; i++)
        for (int round = support_scaled(200); round; round--) {
            Naive n = random_in_setup(naive_rules(i), &r);
            if (naive_count(&n, ".") > 14) continue;
            Board b = board_of(&n);
            if (perft(&b, 1, NULL) <= 600) compared += compare_with_naive(&n, 2);
        }
    cr_assert_gt(compared, 100, "%d", compared);
}

Test(perft, no_depth_is_one_leaf_and_a_finished_game_has_none) {
    Naive over = naive_of("veletas-7", "B6/7/2b3b/1b3B1/7/5w1/w1w3s b - 4"), start = naive_start(naive_rules(0));
    Board b = board_of(&over), c = board_of(&start);
    cr_assert_eq(perft(&b, 0, NULL), 1);
    cr_assert_eq(perft(&b, 1, NULL), 0);
    cr_assert_eq(perft(&b, 3, NULL), 0);
    cr_assert_eq(perft(&c, 0, NULL), 1);
    cr_assert_eq(perft(&c, 1, NULL), 4041408);
}

/* ---- the stop flag; without it these counts would take years ---- */

static void *stop_soon(void *flag) {
    usleep(30000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static void check_stop(const char *rules, const char *text, bool at_once) {
    atomic_bool stop = at_once;
    pthread_t thread;
    Naive n = naive_of(rules, text);
    Board b = board_of(&n), before = b;
    if (!at_once) pthread_create(&thread, NULL, stop_soon, &stop);
    perft(&b, 9, &stop);
    if (!at_once) pthread_join(thread, NULL);
    cr_assert(boards_equal(&b, &before) && board_check(&b), "%s: a stopped perft changed the board", rules);
}

Test(perft, stops_at_once, .timeout = 20) {
    check_stop("veletas", "10/10/10/10/10/10/10/10/10/10 b - 1", true);
    check_stop("veletas-7", "7/2s2b1/4s2/3w1s1/5w1/7/6b b x 3", true);
}

Test(perft, stops_on_the_way, .timeout = 20) {
    check_stop("veletas", "10/10/10/10/10/10/10/10/10/10 b - 1", false);
    check_stop("classic-7", "7/7/7/7/7/7/7 b - 1", false);
    check_stop("veletas-7", "7/2s2b1/4s2/3w1s1/5w1/7/6b b x 3", false);
}
