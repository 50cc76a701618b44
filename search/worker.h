/* All mutable state of one search thread. */
#ifndef CIERZO_SEARCH_WORKER_H
#define CIERZO_SEARCH_WORKER_H

#include <stdatomic.h>

#include "engine/movegen.h"
#include "search/clock.h"
#include "search/contract.h"
#include "search/picker.h"
#include "search/table.h"

/* A game has at most 95 turns; a search never looks further than its end. */
enum { MAX_PLY = 100 };

typedef struct {
    Move moves[MAX_PV];
    int length;
    Score score; /* for the side to move before the first move; of the reported lines only */
    int depth;   /* that it was searched to; of the reported lines only */
    ScoreBound bound;
} Line;

typedef enum { STOP_NONE, STOP_ASKED, STOP_TIME, STOP_NODES, STOP_DEPTH, STOP_PROVED } StopReason;

/* What all threads of one search share. `stop` is relaxed: seen late it only costs microseconds. `pondering` is released after `start`,
 * which it makes valid, and read with shared_pondering. Everything else is handed over by the pool's lock. */
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
    bool limited;              /* a level plays: its nodes count while it ponders too, and it looks at no more than its candidates */
} Shared;

struct Worker {
    Shared *shared;
    Board board;
    int id; /* 0 is the main worker, which alone watches the limits and reports */
    bool aborted;
    bool exact; /* search every move to full depth: to prove, not to estimate */
    int grace; /* visits still allowed after a stop, to finish the line of a proof */
    int seldepth;
    int countdown; /* visits to the next look at the clock */
    _Atomic uint64_t nodes;

    Move *root_moves; /* in the order they are searched; room for MAX_TURNS */
    int root_count;
    Line lines[MAX_MULTIPV]; /* what is reported: the best lines, best first */
    int line_count;
    Line next[MAX_MULTIPV]; /* the lines of the depth under way */
    Line found;             /* the best line of the root search under way */

    Line pv[MAX_PLY + 1];
    /* What the pickers of each ply write: */
    Slice *slices;  /* MAX_SLICES a ply */
    uint64_t *heap; /* MAX_SLICES a ply */
};

/* NULL when memory is short. */
Worker *worker_create(int id);
void worker_destroy(Worker *w);

/* Begins a picker of the worker's position with the memory of that ply. */
static inline void worker_pick(Worker *w, Picker *p, int ply, Move first) {
    picker_begin(p, &w->board, w->slices + (size_t)ply * MAX_SLICES, w->heap + (size_t)ply * MAX_SLICES, first);
}

/* Counts a visited position; true when the search must unwind. */
bool worker_visit(Worker *w);

/* Visits of all workers of the search. */
uint64_t shared_nodes(const Shared *s);

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Orders the first `count` lines by score, equal ones as they were. */
void worker_sort_lines(Worker *w, int count);

void shared_stop(Shared *s, StopReason reason);
static inline StopReason shared_stopped(const Shared *s) {
    return (StopReason)atomic_load_explicit(&s->stop, memory_order_relaxed);
}
static inline bool shared_pondering(const Shared *s) { return atomic_load_explicit(&s->pondering, memory_order_acquire); }
/* ms since the limits began to count. */
int64_t shared_elapsed(const Shared *s);

#endif
