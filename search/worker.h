/* All mutable state of one search thread. */
#ifndef CIERZO_SEARCH_WORKER_H
#define CIERZO_SEARCH_WORKER_H

#include <assert.h>
#include <stdatomic.h>

#include "engine/movegen.h"
#include "search/busy.h"
#include "search/contract.h"
#include "search/picker.h"
#include "search/solve.h"
#include "search/table.h"
#include "search/timing.h"

/* Positions that a search visits before the solver gets its first share of them. */
enum { SOLVER_LEAD = 32768 };

/* A game has at most 95 turns; a search never looks further than its end. */
enum {
    MAX_PLY = 100,
    KILLERS = MAX_FIRSTS - 1, /* 2 and 3 did equally well and more no better; without any, depth 7 takes twice as long */
    EVALS = 1 << 17
};
static_assert(MAX_PV >= MAX_PLY + 3, "a line holds a whole game, both setups and the swap included");

typedef struct {
    Move moves[MAX_PV];
    int length;
    Score score; /* for the side to move before the first move; of the reported lines only */
    int depth;   /* that it was searched to; of the reported lines only */
    ScoreBound bound;
} Line;

/* A root move at first look. */
typedef struct {
    Move move;
    Score score;
    int place; /* in the order before */
} RootLook;

typedef enum { STOP_NONE, STOP_ASKED, STOP_TIME, STOP_NODES, STOP_DEPTH, STOP_PROVED } StopReason;

/* What all threads of one search share. `stop` may be read relaxed: a thread that sees it late only loses microseconds. `pondering` is
 * stored with release order after `start`, so whoever reads it false by shared_pondering sees that `start`. All other fields are written
 * before the threads are woken, under the pool's lock. */
typedef struct Worker Worker;

typedef struct {
    Table *table;
    Worker **workers;
    int worker_count;
    const struct KeptAnswer *kept; /* the answer to begin with, or NULL */
    Busy busy;
    atomic_int stop;       /* StopReason; the first one stays */
    atomic_bool pondering; /* limits do not count yet */
    atomic_bool solved;    /* by the first helper's solver, which the main worker may read once this is set */
    atomic_llong start;    /* ms: limits count from here */
    SearchLimits limits;
    TimeBudget budget;
    bool
        limited; /* a level below full strength plays: only its candidates are searched, and nodes count while it ponders, too */
} Shared;

/* What a search is for; handed down the recursion. A set of these. */
typedef enum {
    MODE_PLAY = 0,
    MODE_EXACT = 1, /* every move to full depth: it proves and does not estimate */
    MODE_COUNT =
        2, /* how many turns a win takes matters: where claims are only certain, the search goes on for a shorter one */
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
    int countdown; /* visits until the clock is read again */
    TimeSigns signs;
    uint64_t visits_most; /* of this worker, after which what is proved is proved well enough; UINT64_MAX while nothing is */
    bool satisfied;       /* the turn has had the time it deserves; while pondering the search goes on all the same */
    _Atomic uint64_t nodes;

    Move *root_moves; /* in the order they are searched; room for MAX_TURNS */
    RootLook *looks;  /* scratch of root.c; room for MAX_TURNS */
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
    History history;
    /* Evaluations, indexed by the low bits of the key: the key's other bits and the score. One position in three is found here. */
    uint64_t evals[EVALS];
    /* What the pickers of each ply write: */
    Slice *slices;  /* MAX_SLICES a ply */
    uint64_t *heap; /* MAX_SLICES a ply */

    Solver *
        solver; /* of the main worker, which hands it some of its visits, and of the first helper, which hands it all; else NULL */
    bool solving;      /* whether it is at work in this search */
    int until_solver;  /* visits until the solver gets its next share */
    int solver_visits; /* left of its present share */
};

/* NULL when memory is short. */
Worker *worker_create(int id);
void worker_destroy(Worker *w);

/* Begins a new search, of `p`. What an earlier search taught the worker is forgotten, so that the same search gives the same result again;
 * evaluations and proofs stay, as they are true within a rule set whatever was searched. */
void worker_begin(Worker *w, Shared *shared, const Position *p);

/* Forgets the evaluations and what the solver learnt, too: another rule set begins. */
void worker_forget(Worker *w);

/* Begins a picker for the worker's position, in the memory of that ply. It hands out the table's move first (MOVE_NONE: none is known),
 * then the killers; the others as the estimate and the history say. */
void worker_pick(Worker *w, Picker *p, int ply, Move hash_move);

/* `m` refuted the move before it. */
void worker_add_killer(Worker *w, int ply, Move m);

/* eval_score of the worker's position. */
Score worker_eval(Worker *w);

/* Counts a visited position; true when the search must unwind. */
bool worker_visit(Worker *w, SearchMode mode);

/* For a helper that has a solver: runs it until it has an answer, its memory is used up or the search ends. */
void worker_solve(Worker *w);

/* Visits of all workers of the search. */
uint64_t shared_nodes(const Shared *s);

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Whether the workers share out the moves of a node of that depth: below it a move takes less time than the sharing. */
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
