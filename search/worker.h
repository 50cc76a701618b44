/* All mutable state of one search thread. */
#ifndef CIERZO_SEARCH_WORKER_H
#define CIERZO_SEARCH_WORKER_H

#include <stdatomic.h>

#include "engine/movegen.h"
#include "search/busy.h"
#include "search/clock.h"
#include "search/contract.h"
#include "search/picker.h"
#include "search/solve.h"
#include "search/table.h"

/* Visits of a search before the solver has a say. */
enum { SOLVER_LEAD = 32768 };

/* A game has at most 95 turns; a search never looks further than its end. */
enum {
    MAX_PLY = 100,
    KILLERS = MAX_FIRSTS - 1, /* 2 and 3 are alike, more find less each; none costs twice the time to depth 7 */
    EVALS = 1 << 17
};

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
    Busy busy;
    atomic_int stop;       /* StopReason; the first one stays */
    atomic_bool pondering; /* limits do not count yet */
    atomic_bool solved;    /* by the helper, whose solver the main worker may read from then on */
    atomic_llong start;    /* ms: limits count from here */
    SearchLimits limits;
    TimeBudget budget;
    bool limited; /* a level plays: its nodes count while it ponders too, and it looks at no more than its candidates */
} Shared;

/* What a search is for; handed down the recursion. A set of these. */
typedef enum {
    MODE_PLAY = 0,
    MODE_EXACT = 1, /* every move to full depth: it proves and does not estimate */
    MODE_COUNT =
        2, /* how many turns a win takes matters: one whose length is only an upper bound counts where the bound will do */
    MODE_PROBE = 4, /* inside a ProbCut, which tries no other */
    MODE_GRACE = 8  /* the search was stopped; w->grace visits are left to complete the line of a proof */
} SearchMode;

struct Worker {
    Shared *shared;
    Board board;
    int id; /* 0 is the main worker, which alone watches the limits and reports */
    bool aborted;
    int grace; /* visits left under MODE_GRACE */
    int seldepth;
    int countdown; /* visits to the next look at the clock */
    TimeSigns signs;
    bool satisfied; /* while pondering: by the clock's measure it has thought enough */
    _Atomic uint64_t nodes;

    Move *root_moves; /* in the order they are searched; room for MAX_TURNS */
    int root_count;
    int depth;               /* the last that was finished, 0 before */
    int effort;              /* per mille of the visits of the last search for the best line that went into its first move */
    Line lines[MAX_MULTIPV]; /* what is reported: the best lines, best first */
    int line_count;
    Line next[MAX_MULTIPV]; /* the lines of the depth under way */
    Line found;             /* the best line of the root search under way */

    Line pv[MAX_PLY + 1];
    /* Moves that refuted the last ones at each ply, the latest first (Akl and Newborn, "The principal continuation and the killer
     * heuristic", 1977). They go before the order, which costs as much as fifteen evaluations. */
    Move killers[MAX_PLY + 1][KILLERS];
    /* Evaluations by the low bits of the key: its other bits and the score. Every third position was evaluated before. */
    uint64_t evals[EVALS];
    /* What the pickers of each ply write: */
    Slice *slices;  /* MAX_SLICES a ply */
    uint64_t *heap; /* MAX_SLICES a ply */

    Solver *
        solver; /* of the main worker, which hands it some of its visits, and of the first helper, which hands it all; else NULL */
    bool solving;      /* whether it is at work in this search */
    int until_solver;  /* visits of the search until it goes on */
    int solver_visits; /* left of its turn */
};

/* NULL when memory is short. */
Worker *worker_create(int id);
void worker_destroy(Worker *w);

/* A new search, of `p`: whatever the worker learnt in the one before is forgotten, so that the same search is the same again. Evaluations
 * and proofs, which never change within a rule set, stay. */
void worker_begin(Worker *w, Shared *shared, const Position *p);

/* Forgets the evaluations and what the solver learnt, too: another rule set begins. */
void worker_forget(Worker *w);

/* Begins a picker of the worker's position with the memory of that ply: first the table's move, MOVE_NONE if it has none, then the
 * killers. */
void worker_pick(Worker *w, Picker *p, int ply, Move hash_move);

/* `m` refuted the move before it. */
void worker_add_killer(Worker *w, int ply, Move m);

/* eval_score of the worker's position. */
Score worker_eval(Worker *w);

/* Counts a visited position; true when the search must unwind. */
bool worker_visit(Worker *w, SearchMode mode);

/* Of a helper with a solver at work: all its visits are the solver's until it has an answer, memory is used up or the search ends. */
void worker_solve(Worker *w);

/* Visits of all workers of the search. */
uint64_t shared_nodes(const Shared *s);

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Whether the moves of a node of that depth are shared out among the workers. */
static inline bool worker_shares(const Worker *w, int depth) {
    enum { SHARED_DEPTH = 3 };
    return depth >= SHARED_DEPTH && w->shared->worker_count > 1;
}

/* Orders the first `count` lines by score, equal ones as they were. */
void worker_sort_lines(Worker *w, int count);

void shared_stop(Shared *s, StopReason reason);
static inline StopReason shared_stopped(const Shared *s) {
    return (StopReason)atomic_load_explicit(&s->stop, memory_order_relaxed);
}
static inline bool shared_pondering(const Shared *s) { return atomic_load_explicit(&s->pondering, memory_order_acquire); }
/* Whether the time that the limits give is used up. */
bool shared_late(const Shared *s);

/* ms since the limits began to count. */
int64_t shared_elapsed(const Shared *s);

#endif
