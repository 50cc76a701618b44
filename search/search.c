#include "search/search.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "search/iterate.h"
#include "search/levels.h"
#include "search/limits.h"
#include "search/pool.h"
#include "search/setup_search.h"
#include "search/vote.h"
#include "search/worker.h"

struct Search {
    Table *table, *level_table; /* of full strength; of levels, emptied before each search */
    Table *old_table;           /* to be freed, or NULL */
    size_t hash_mb;             /* of `table` */
    Pool *main, *helpers;       /* the main worker's thread; those of the others */
    Worker *workers[MAX_THREADS];
    int count;
    Shared shared;
    SearchListener listener;
    Move *root_moves;       /* our copy of the limits', with room for all there can be */
    const Variant *variant; /* of the last search; NULL when nothing is learnt */
    bool learnt;            /* there was a search since the last clearing was begun, or a file was read */
    bool fresh;             /* and none since it was read */
    Kept kept;
    atomic_bool hurry; /* break off the clearing in the background */
    Level level;       /* of a search below full strength */
    Move candidates[MAX_CANDIDATES];

    pthread_mutex_t lock; /* with `wake`: for a search that is finished and waits to be stopped or for a ponderhit */
    pthread_cond_t wake;
    atomic_bool running;
};

/* ---- clearing ---- */

/* Larger tables go back to the system instead of being cleared: filling their memory with zeros takes seconds where the system has yet to
 * find it, and most of it may never be used. The memory of smaller ones is kept and touched early, as it comes slowly where the machine is
 * a virtual one (here 0.4 s a GB, and 4 s without large pages), which the first search would have to wait for. */
enum { KEPT_MB = 1024 };

/* What one of the threads does, between searches. */
static void clear_share(Search *s, int worker) {
    if (!s->learnt) worker_forget(s->workers[worker]);
    if (s->hash_mb > KEPT_MB) return;
    while (!atomic_load(&s->hurry) && table_clear_piece(s->table)) {}
}

static void clear_as_helper(void *context, int index) { clear_share(context, index + 1); }

static void clear_as_main(void *context, int index) {
    Search *s = context;
    table_destroy(s->old_table);
    s->old_table = NULL;
    pool_run(s->helpers, clear_as_helper, s);
    clear_share(s, index);
    if (s->hash_mb > KEPT_MB) table_clear_rest(s->table);
    pool_wait(s->helpers);
}

/* Breaks off the clearing in the background: the rest of the table is not cleared then. Waits for a search, if it is one that runs. */
static void pause_clearing(Search *s) {
    atomic_store(&s->hurry, true);
    pool_wait(s->main);
    atomic_store(&s->hurry, false);
}

/* Goes on clearing what is left, if anything. */
static void resume_clearing(Search *s) { pool_run(s->main, clear_as_main, s); }

/* Nothing is learnt, once the clearing is done. */
static void forget(Search *s) {
    s->learnt = s->fresh = false;
    s->variant = NULL;
    kept_clear(&s->kept);
}

void search_clear(Search *s) {
    if (!s->learnt) return; /* all is cleared, or about to be */
    pool_wait(s->main);
    table_clear_begin(s->table);
    forget(s);
    resume_clearing(s);
}

void search_new_game(Search *s) {
    if (!s->fresh) search_clear(s);
}

bool search_set_hash(Search *s, size_t megabytes) {
    Table *t = table_create(megabytes);
    if (!t) return false;
    pause_clearing(s);
    s->old_table = s->table; /* freed in the background as well: that takes time when it is large */
    s->table = t;
    s->hash_mb = megabytes;
    forget(s);
    resume_clearing(s);
    return true;
}

bool search_save(Search *s, const char *path, char error[static TABLE_FILE_ERROR]) {
    if (!s->learnt) return snprintf(error, TABLE_FILE_ERROR, "nothing was searched yet"), false;
    pause_clearing(s);
    bool done = table_file_save(s->table, &s->kept, s->variant, path, error);
    resume_clearing(s);
    return done;
}

/* What is read goes into a table of its own, which takes the place of the old one once it is whole. */
bool search_load(Search *s, const Variant *v, const char *path, char error[static TABLE_FILE_ERROR]) {
    Table *t = table_create(s->hash_mb);
    Kept *k = calloc(1, sizeof *k);
    if (!t || !k) snprintf(error, TABLE_FILE_ERROR, "memory is short");
    bool done = t && k && table_file_load(t, k, v, path, error);
    if (done) {
        pause_clearing(s);
        Table *old = s->table;
        s->table = t;
        t = old;
        s->kept = *k;
        s->learnt = s->fresh = true;
        s->variant = v;
        resume_clearing(s);
    }
    table_destroy(t);
    free(k);
    return done;
}

/* ---- life ---- */

static void drop_workers(Worker **workers, int from, int to) {
    for (int i = from; i < to; i++) worker_destroy(workers[i]);
}

/* Between searches, with nothing at work in the background. */
static bool change_threads(Search *s, int count) {
    Pool *helpers = pool_create(count - 1);
    if (!helpers) return false;
    for (int i = s->count; i < count; i++)
        if (!(s->workers[i] = worker_create(i))) {
            drop_workers(s->workers, s->count, i);
            pool_destroy(helpers);
            return false;
        }
    drop_workers(s->workers, count, s->count);
    pool_destroy(s->helpers);
    s->helpers = helpers;
    s->count = count;
    return true;
}

Search *search_create(size_t hash_mb) {
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->wake, NULL);
    s->table = table_create(hash_mb);
    s->level_table = table_create(1);
    s->root_moves = malloc(MAX_TURNS * sizeof *s->root_moves);
    s->main = pool_create(1);
    if (!s->table || !s->root_moves || !s->level_table || !s->main || !change_threads(s, 1)) {
        search_destroy(s);
        return NULL;
    }
    s->hash_mb = hash_mb;
    resume_clearing(s);
    return s;
}

void search_destroy(Search *s) {
    if (!s) return;
    search_stop(s);
    atomic_store(&s->hurry, true);
    pool_destroy(s->main);
    pool_destroy(s->helpers);
    for (int i = 0; i < s->count; i++) worker_destroy(s->workers[i]);
    table_destroy(s->table);
    table_destroy(s->old_table);
    table_destroy(s->level_table);
    free(s->root_moves);
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

bool search_set_threads(Search *s, int count) {
    pause_clearing(s);
    bool done = change_threads(s, count);
    resume_clearing(s);
    return done;
}

/* ---- one search ---- */

static void help(void *context, int index) {
    Search *s = context;
    Worker *w = s->workers[index + 1];
    if (index + 1 >= s->shared.worker_count) return;
    iterate_prepare(w);
    iterate(w, NULL);
}

/* After `infinite` the answer waits for search_stop, and while pondering for that or search_ponderhit. */
static void wait_for_owner(Search *s) {
    pthread_mutex_lock(&s->lock);
    while (shared_stopped(&s->shared) != STOP_ASKED && (s->shared.limits.infinite || shared_pondering(&s->shared)))
        pthread_cond_wait(&s->wake, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

static Worker *best_worker(Search *s) {
    if (s->shared.limits.multipv > 1) return s->workers[0];
    Ballot ballots[MAX_THREADS];
    for (int i = 0; i < s->shared.worker_count; i++) {
        const Worker *w = s->workers[i];
        ballots[i] = (Ballot){w->lines[0].moves[0], w->lines[0].score, w->depth ? w->lines[0].depth : 0};
    }
    return s->workers[vote_choose(ballots, s->shared.worker_count)];
}

static void choose_candidates(Search *s, Worker *main_worker) {
    SearchLimits *limits = &s->shared.limits;
    limits->root_move_count = (size_t)level_candidates(main_worker, &s->level, s->candidates);
    limits->root_moves = s->candidates;
}

static void search_play(Search *s, Worker *main_worker) {
    if (s->shared.limited) choose_candidates(s, main_worker);
    pool_run(s->helpers, help, s);
    iterate_prepare(main_worker);
    iterate(main_worker, &s->listener);
    wait_for_owner(s);
    shared_stop(&s->shared, STOP_ASKED);
    pool_wait(s->helpers);
    Worker *best = best_worker(s);
    if (best != main_worker) iterate_report(best, &s->listener);
    kept_take(&s->kept, best);
    const Line *line = &best->lines[0];
    s->listener.done(s->listener.context, line->moves[0], line->length > 1 ? line->moves[1] : MOVE_NONE);
}

static void search_setup(Search *s, Worker *main_worker) {
    setup_search(main_worker, &s->listener);
    wait_for_owner(s);
    const Line *line = &main_worker->lines[0];
    s->listener.done(s->listener.context, line->moves[0], line->length > 1 ? line->moves[1] : MOVE_NONE);
}

static void run_search(void *context, int index) {
    (void)index;
    Search *s = context;
    Worker *w = s->workers[0];
    if (!turns_count(&w->board.position)) s->listener.done(s->listener.context, MOVE_NONE, MOVE_NONE);
    else if (position_in_setup(&w->board.position)) search_setup(s, w);
    else search_play(s, w);
    atomic_store(&s->running, false);
}

/* At once and on this thread. */
static void clear_here(Table *t) {
    table_clear_begin(t);
    while (table_clear_piece(t)) {}
}

/* What the search obeys, with root moves of its own. */
static void set_limits(Search *s, const Position *p, const SearchLimits *asked) {
    SearchLimits *limits = &s->shared.limits;
    *limits = limits_settle(asked, p);
    if (!limits->root_moves) return;
    memcpy(s->root_moves, limits->root_moves, limits->root_move_count * sizeof *s->root_moves);
    limits->root_moves = s->root_moves;
}

/* A level does not depend on the threads, nor on what earlier searches found out. */
static void set_strength(Search *s) {
    Shared *shared = &s->shared;
    shared->limited = shared->limits.elo != LIMIT_NONE;
    shared->table = shared->limited ? s->level_table : s->table;
    shared->worker_count = shared->limited ? 1 : s->count;
    if (!shared->limited) return;
    s->level = level_of((int)shared->limits.elo);
    clear_here(s->level_table);
}

void search_start(Search *s, const Position *p, const SearchLimits *limits, const SearchListener *listener) {
    if (s->variant && s->variant != p->variant) search_clear(s);
    pause_clearing(s);
    table_clear_rest(s->table);
    Shared *shared = &s->shared;
    shared->workers = s->workers;
    set_limits(s, p, limits);
    set_strength(s);
    shared->budget = timing_budget(&shared->limits, p);
    atomic_store(&shared->stop, STOP_NONE);
    atomic_store(&shared->pondering, limits->ponder);
    atomic_store(&shared->solved, false);
    atomic_store(&shared->start, limits->received);
    s->listener = *listener;
    table_new_search(shared->table);
    for (int i = 0; i < s->count; i++) worker_begin(s->workers[i], shared, p);
    shared->kept = kept_find(&s->kept, p, &shared->limits);
    s->fresh = false;
    s->variant = p->variant;
    s->learnt = true;
    atomic_store(&s->running, true);
    pool_run(s->main, run_search, s);
}

void search_stop(Search *s) {
    pthread_mutex_lock(&s->lock);
    atomic_store(&s->shared.stop, STOP_ASKED);
    pthread_cond_broadcast(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

void search_ponderhit(Search *s) {
    pthread_mutex_lock(&s->lock);
    if (atomic_load(&s->shared.pondering)) {
        atomic_store(&s->shared.start, clock_now_ms());
        atomic_store(&s->shared.pondering, false);
    }
    pthread_cond_broadcast(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

void search_wait(Search *s) { pool_wait(s->main); }

void search_wait_ms(Search *s, int ms) { pool_wait_ms(s->main, ms); }

bool search_running(const Search *s) { return atomic_load(&s->running); }
