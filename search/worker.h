/* All mutable state of one search thread. */
#ifndef CIERZO_SEARCH_WORKER_H
#define CIERZO_SEARCH_WORKER_H

#include <stdatomic.h>

#include "engine/movegen.h"
#include "search/clock.h"
#include "search/contract.h"
#include "search/table.h"

/* A game has at most 95 turns; a search never looks further than its end. */
enum { MAX_PLY = 100 };

typedef struct {
    Move moves[MAX_PV];
    int length;
} Line;

/* A move of the root. */
typedef struct {
    Move move;
    Score score;    /* of the current iteration; -SCORE_INFINITE where it was not searched or failed low */
    Score previous; /* of the iteration before */
} RootMove;

typedef enum { STOP_NONE, STOP_ASKED, STOP_TIME, STOP_NODES, STOP_DEPTH, STOP_PROVED } StopReason;

/* What all threads of one search share. Relaxed atomics serve: a flag seen late only costs microseconds, and everything else is
 * handed over by the pool's lock. */
typedef struct Worker Worker;

typedef struct {
    Table *table;
    Worker **workers;
    int worker_count;
    atomic_int stop;           /* StopReason; the first one stays */
    atomic_bool pondering;     /* limits do not count yet */
    atomic_llong start;        /* ms: limits count from here */
    SearchLimits limits;
    TimeBudget budget;
} Shared;

struct Worker {
    Shared *shared;
    Board board;
    int id; /* 0 is the main worker, which alone watches the limits and reports */
    bool aborted;
    bool exact; /* search every move to full depth: to prove, not to estimate */
    int seldepth;
    int countdown; /* visits to the next look at the clock */
    _Atomic uint64_t nodes;

    RootMove *root_moves; /* room for MAX_TURNS; the first line_count of them are the reported lines */
    int root_count;
    Line lines[MAX_MULTIPV];
    int line_count;
    int depth; /* of the last iteration that was finished or that improved the best move */

    Line pv[MAX_PLY + 1];
    uint64_t *entries; /* scored moves of all plies, a stack; room for MAX_PLY * MAX_TURNS */
};

/* NULL when memory is short. */
Worker *worker_create(int id);
void worker_destroy(Worker *w);

/* Counts a visited position; true when the search must unwind. */
bool worker_visit(Worker *w);

/* Visits of all workers of the search. */
uint64_t shared_nodes(const Shared *s);

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Orders the first `count` root moves and lines by score, equal ones as they were. */
void worker_sort_lines(Worker *w, int count);

void shared_stop(Shared *s, StopReason reason);
static inline StopReason shared_stopped(const Shared *s) {
    return (StopReason)atomic_load_explicit(&s->stop, memory_order_relaxed);
}
/* ms since the limits began to count. */
int64_t shared_elapsed(const Shared *s);

#endif
