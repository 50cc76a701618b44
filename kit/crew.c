#include "kit/crew.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    void (*job)(void *context, Search *s, int i);
    void *context;
    size_t hash_mb;
    int jobs;
    atomic_int next, done;
} Crew;

static void *do_jobs(void *argument) {
    Crew *c = argument;
    Search *s = search_create(c->hash_mb);
    if (!s) return NULL;
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->jobs;) {
        c->job(c->context, s, i);
        atomic_fetch_add(&c->done, 1);
    }
    search_destroy(s);
    return NULL;
}

bool crew_run(int threads, size_t hash_mb, int jobs, void (*job)(void *context, Search *s, int i), void *context) {
    Crew c = {.job = job, .context = context, .hash_mb = hash_mb, .jobs = jobs};
    pthread_t members[MAX_CREW];
    int started = 0;
    while (started < threads && started < MAX_CREW && !pthread_create(&members[started], NULL, do_jobs, &c)) started++;
    for (int i = 0; i < started; i++) pthread_join(members[i], NULL);
    return atomic_load(&c.done) == jobs;
}
