/* Parked threads: each runs a job once, and waiting for them ends. */
#include "search/pool.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/support.h"

TestSuite(pool, .timeout = 60);

/* In place of the C library's, for the whole process: a wall clock that is set back by an hour after every look at it. */
int clock_gettime(clockid_t clock, struct timespec *t) {
    int result = (int)syscall(SYS_clock_gettime, clock, t);
    if (clock == CLOCK_REALTIME) t->tv_sec += 3600;
    return result;
}

enum { THREADS = 5 };

typedef struct {
    atomic_int runs[THREADS];
    atomic_bool go_on;
} Work;

static void work(void *context, int index) {
    Work *w = context;
    while (!atomic_load(&w->go_on)) usleep(1000);
    atomic_fetch_add(&w->runs[index], 1);
}

Test(pool, every_thread_runs_a_job_once) {
    static Work w;
    Pool *p = pool_create(THREADS);
    REQUIRE(p, "no threads");
    pool_wait(p);
    atomic_store(&w.go_on, true);
    for (int round = 1; round <= 100; round++) {
        pool_run(p, work, &w);
        pool_wait(p);
        for (int i = 0; i < THREADS; i++) REQUIRE(w.runs[i] == round, "thread %d, %d times", i, w.runs[i]);
    }
    pool_destroy(p);
}

Test(pool, without_threads_there_is_nothing_to_wait_for) {
    Pool *p = pool_create(0);
    REQUIRE(p, "no pool");
    pool_run(p, work, NULL);
    pool_wait(p);
    pool_wait_ms(p, 1000000);
    pool_destroy(p);
}

Test(pool, a_wait_for_a_time_ends_although_the_wall_clock_is_set_back) {
    static Work w;
    Pool *p = pool_create(THREADS);
    REQUIRE(p, "no threads");
    pool_run(p, work, &w);
    pool_wait_ms(p, 1);
    pool_wait_ms(p, 1001);
    for (int i = 0; i < THREADS; i++) cr_assert_eq(w.runs[i], 0);
    atomic_store(&w.go_on, true);
    pool_destroy(p);
    for (int i = 0; i < THREADS; i++) cr_assert_eq(w.runs[i], 1, "destroyed before its job was done");
}
