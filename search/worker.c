#include "search/worker.h"

#include <stdlib.h>

#include "search/search.h"

enum { VISITS_PER_LOOK = 32 };

Worker *worker_create(int id) {
    Worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->id = id;
    w->root_moves = calloc(MAX_TURNS, sizeof *w->root_moves);
    /* Touched only as deep and as wide as a search goes. */
    w->slices = calloc((size_t)MAX_PLY * MAX_SLICES, sizeof *w->slices);
    w->heap = calloc((size_t)MAX_PLY * MAX_SLICES, sizeof *w->heap);
    if (w->root_moves && w->slices && w->heap) return w;
    worker_destroy(w);
    return NULL;
}

void worker_destroy(Worker *w) {
    if (!w) return;
    free(w->root_moves);
    free(w->slices);
    free(w->heap);
    free(w);
}

void worker_sort_lines(Worker *w, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && w->lines[j].score > w->lines[j - 1].score; j--) {
            Line line = w->lines[j];
            w->lines[j] = w->lines[j - 1];
            w->lines[j - 1] = line;
        }
}

void shared_stop(Shared *s, StopReason reason) {
    int none = STOP_NONE;
    atomic_compare_exchange_strong(&s->stop, &none, (int)reason);
}

int64_t shared_elapsed(const Shared *s) { return search_now_ms() - atomic_load_explicit(&s->start, memory_order_relaxed); }

uint64_t shared_nodes(const Shared *s) {
    uint64_t sum = 0;
    for (int i = 0; i < s->worker_count; i++) sum += worker_nodes(s->workers[i]);
    return sum;
}

static void look_at_limits(Worker *w) {
    Shared *s = w->shared;
    if (shared_pondering(s)) return;
    if (s->budget.hard != INT64_MAX && shared_elapsed(s) >= s->budget.hard) shared_stop(s, STOP_TIME);
}

bool worker_visit(Worker *w) {
    if (w->aborted) return true;
    if (w->grace) {
        w->aborted = --w->grace == 0;
        return w->aborted;
    }
    Shared *s = w->shared;
    uint64_t nodes = worker_nodes(w);
    if (w->id == 0) {
        if (s->limits.nodes != LIMIT_NONE && (s->limited || !shared_pondering(s)) &&
            shared_nodes(s) >= (uint64_t)s->limits.nodes)
            shared_stop(s, STOP_NODES);
        if (--w->countdown <= 0) {
            w->countdown = VISITS_PER_LOOK;
            look_at_limits(w);
        }
    }
    if (shared_stopped(s) != STOP_NONE) {
        w->aborted = true;
        return true;
    }
    atomic_store_explicit(&w->nodes, nodes + 1, memory_order_relaxed);
    return false;
}
