#include "search/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "search/timeslice.h"

typedef struct {
    Pool *pool;
    pthread_t thread;
    int index;
} Member;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    void (*job)(void *context, int index);
    void *context;
    unsigned round; /* raised for each job */
    int running;    /* threads that have not finished the job */
    bool quit;
    int count;
    Member members[];
};

static void *serve(void *argument) {
    Member *m = argument;
    Pool *p = m->pool;
    unsigned done = 0;
    timeslice_usual();
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == done && !p->quit) pthread_cond_wait(&p->wake, &p->lock);
        if (p->quit) break;
        done = p->round;
        pthread_mutex_unlock(&p->lock);
        p->job(p->context, m->index);
        pthread_mutex_lock(&p->lock);
        if (--p->running == 0) pthread_cond_broadcast(&p->finished);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Waiting for a time goes by the monotonic clock: the wall clock may be set while somebody waits. */
static void init_lock(Pool *p) {
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->finished, &attributes);
    pthread_condattr_destroy(&attributes);
}

Pool *pool_create(int count) {
    Pool *p = calloc(1, sizeof *p + (size_t)count * sizeof p->members[0]);
    if (!p) return NULL;
    init_lock(p);
    for (; p->count < count; p->count++) {
        Member *m = &p->members[p->count];
        m->pool = p;
        m->index = p->count;
        if (pthread_create(&m->thread, NULL, serve, m)) {
            pool_destroy(p);
            return NULL;
        }
    }
    return p;
}

void pool_destroy(Pool *p) {
    if (!p) return;
    pool_wait(p);
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->count; i++) pthread_join(p->members[i].thread, NULL);
    pthread_cond_destroy(&p->finished);
    pthread_cond_destroy(&p->wake);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void pool_run(Pool *p, void (*job)(void *context, int index), void *context) {
    pthread_mutex_lock(&p->lock);
    p->job = job;
    p->context = context;
    p->running = p->count;
    p->round++;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
}

void pool_wait(Pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->running) pthread_cond_wait(&p->finished, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pool_wait_ms(Pool *p, int ms) {
    struct timespec until = clock_in_ms(ms);
    pthread_mutex_lock(&p->lock);
    while (p->running && !pthread_cond_timedwait(&p->finished, &p->lock, &until)) continue;
    pthread_mutex_unlock(&p->lock);
}
