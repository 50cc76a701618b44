/* Once it is set up, a search takes no memory from the system: it cannot fail for want of it in the middle of a game, and no thread waits
 * for another in the allocator. Counted in place of the C library's own functions, for the whole process. */
#include "search/search.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "eval/eval.h"
#include "tests/support.h"

/* Sanitizers have an allocator of their own, and only glibc lets one reach the original by another name. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define COUNTED 0
#elif defined(__has_feature)
#define COUNTED !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer))
#else
#define COUNTED 1
#endif

static atomic_int allocations;

#if COUNTED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    atomic_fetch_add(&allocations, 1);
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : 12; /* ENOMEM */
}
#endif

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(allocation, .init = init, .timeout = 300);

static void on_info(void *context, const SearchInfo *info) { (void)context, (void)info; }
static void on_done(void *context, Move best, Move ponder) {
    (void)context, (void)ponder;
    REQUIRE(best != MOVE_NONE, "no move");
}

/* How often memory is asked for from the start of a search to its end. */
static int allocations_of(Search *s, const Position *p, const SearchLimits *limits) {
    const SearchListener listener = {on_info, on_done, NULL};
    int before = atomic_load(&allocations);
    search_start(s, p, limits, &listener);
    search_wait(s);
    return atomic_load(&allocations) - before;
}

static Search *search_with(int threads) {
    Search *s = search_create(2);
    REQUIRE(s && search_set_threads(s, threads), "no search");
    return s;
}

static SearchLimits nodes(int64_t count) {
    SearchLimits l = search_limits_none();
    l.nodes = count;
    return l;
}

Test(allocation, the_counter_counts) {
    if (!COUNTED) cr_skip_test("the allocator cannot be counted here");
    int before = atomic_load(&allocations);
    void *volatile memory = malloc(100);
    free(memory);
    cr_assert_eq(atomic_load(&allocations), before + 1);
    search_destroy(search_with(1));
    cr_assert_gt(atomic_load(&allocations), before + 5);
}

/* Setups, openings, middles and ends of all rule sets, searched to their limit or solved. */
Test(allocation, a_search_takes_no_memory) {
    Random r = random_seeded(51);
    for (int threads = 1; threads <= 2; threads++) {
        Search *s = search_with(threads);
        for (int i = 0, count = support_scaled(2 * NAIVE_RULE_SETS); i < count; i++) {
            const NaiveRules *rules = naive_rules(i % NAIVE_RULE_SETS);
            const Naive kinds[] = {naive_start(rules), random_undecided(rules, &r), random_late(rules, 300, &r)};
            for (int k = 0; k < 3; k++) {
                Position p = position_of(&kinds[k]);
                SearchLimits limits = nodes(k ? 3000 : 100);
                limits.multipv = 1 + i % 3;
                int taken = allocations_of(s, &p, &limits);
                REQUIRE(!taken, "%d in a search of %s with %d threads", taken, rules->name, threads);
            }
        }
        search_destroy(s);
    }
}

/* Long enough for the solver beside the search, which starts late. */
Test(allocation, nor_does_the_solver) {
    static const char *const FILES[] = {"late.epd", "tactics.epd"};
    for (int threads = 1; threads <= 2; threads++) {
        Search *s = search_with(threads);
        for (int f = 0; f < 2; f++) {
            DataFile data = data_open(FILES[f]);
            for (int i = 0, count = support_scaled(12); i < count && data_next(&data); i++) {
                Naive n = naive_of(data.field[0], data.field[1]);
                Position p = position_of(&n);
                SearchLimits by_nodes = nodes(150000), by_mate = nodes(100000);
                by_mate.mate = 3;
                int taken = allocations_of(s, &p, &by_nodes) + allocations_of(s, &p, &by_mate);
                REQUIRE(!taken, "%d in a search of %s with %d threads", taken, data.field[1], threads);
            }
        }
        search_destroy(s);
    }
}

Test(allocation, nor_do_levels_clocks_and_pondering) {
    Search *s = search_with(2);
    Random r = random_seeded(52);
    const SearchListener listener = {on_info, on_done, NULL};
    for (int i = 0; i < 10; i++) {
        Naive n = random_undecided(naive_rules(i), &r);
        Position p = position_of(&n);
        SearchLimits level = search_limits_none(), clock = search_limits_none(), ponder = search_limits_none();
        level.elo = 400 + 200 * i;
        clock.clock = 200;
        ponder.ponder = true;
        ponder.movetime = 5;
        int taken = allocations_of(s, &p, &level) + allocations_of(s, &p, &clock);
        int before = atomic_load(&allocations);
        search_start(s, &p, &ponder, &listener);
        search_ponderhit(s);
        search_wait(s);
        search_start(s, &p, &ponder, &listener);
        search_stop(s);
        search_wait(s);
        taken += atomic_load(&allocations) - before;
        REQUIRE(!taken, "%d allocations", taken);
    }
    search_destroy(s);
}

/* Where memory had to be taken for them, chosen moves could be lost for want of it, and others would be searched. */
Test(allocation, nor_do_chosen_moves) {
    Search *s = search_with(1);
    Naive n = naive_of("veletas-7", "6w/7/4s2/3s3/2s4/7/b6 b - 2");
    Position p = position_of(&n);
    static Move turns[MAX_TURNS];
    size_t count = turns_list(&p, turns);
    REQUIRE(count > 2, "no turns");
    SearchLimits limits = nodes(2000);
    limits.root_moves = turns;
    for (limits.root_move_count = 1; limits.root_move_count <= count; limits.root_move_count += count - 1)
        cr_assert_eq(allocations_of(s, &p, &limits), 0);
    search_destroy(s);
}
