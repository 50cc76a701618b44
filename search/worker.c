#include "search/worker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "eval/eval.h"

enum { VISITS_PER_LOOK = 32 };

/* On one thread, search and solver take turns. A share of the solver is this long because it walks back to where it was each time. It gets
 * none before SOLVER_LEAD, so that short searches lose nothing: with every second visit from the start on, the engine lost 35-61
 * (veletas-7, 25 ms). */
enum { SEARCH_VISITS = 16384, SOLVER_VISITS = 8192 };

Worker *worker_create(int id) {
    Worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->id = id;
    w->root_moves = calloc(MAX_TURNS, sizeof *w->root_moves);
    w->looks = calloc(MAX_TURNS, sizeof *w->looks);
    /* Zero pages from the system: only what a search reaches takes memory. */
    w->slices = calloc((size_t)MAX_PLY * MAX_SLICES, sizeof *w->slices);
    w->heap = calloc((size_t)MAX_PLY * MAX_SLICES, sizeof *w->heap);
    bool has_solver = id <= 1;
    if (has_solver) w->solver = solver_create();
    if (w->root_moves && w->looks && w->slices && w->heap && (w->solver || !has_solver)) return w;
    worker_destroy(w);
    return NULL;
}

void worker_destroy(Worker *w) {
    if (!w) return;
    free(w->root_moves);
    free(w->looks);
    free(w->slices);
    free(w->heap);
    solver_destroy(w->solver);
    free(w);
}

void worker_forget(Worker *w) {
    memset(w->evals, 0, sizeof w->evals);
    if (w->solver) solver_clear(w->solver);
}

void worker_begin(Worker *w, Shared *shared, const Position *p) {
    w->shared = shared;
    memset(w->killers, 0, sizeof w->killers);
    memset(&w->history, 0, sizeof w->history);
    board_set(&w->board, p);
    w->aborted = w->solving = false;
    w->seldepth = w->countdown = w->grace = 0;
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    w->signs = (TimeSigns){0};
    w->satisfied = false;
    w->visits_most = UINT64_MAX;
    w->root_count = w->line_count = w->depth = w->effort = 0;
}

void worker_pick(Worker *w, Picker *p, int ply, Move hash_move) {
    Move firsts[MAX_FIRSTS];
    int count = 0;
    if (hash_move != MOVE_NONE) firsts[count++] = hash_move;
    for (int i = 0; i < KILLERS; i++) {
        Move m = w->killers[ply][i];
        if (m != MOVE_NONE && m != hash_move && turn_is_legal(&w->board.position, m)) firsts[count++] = m;
    }
    picker_begin(p, &w->board, w->slices + (size_t)ply * MAX_SLICES, w->heap + (size_t)ply * MAX_SLICES, firsts, count);
    picker_use_history(p, &w->history);
}

void worker_add_killer(Worker *w, int ply, Move m) {
    Move *killers = w->killers[ply];
    int at = 0;
    while (at < KILLERS - 1 && killers[at] != m) at++;
    for (; at > 0; at--) killers[at] = killers[at - 1];
    killers[0] = m;
}

Score worker_eval(Worker *w) {
    const uint64_t key = w->board.position.key, score_mask = 0xFFFF;
    static_assert(EVALS > 0xFFFF, "the low bits that the score takes the place of are in the index");
    uint64_t *entry = &w->evals[key % EVALS];
    if (!((*entry ^ key) & ~score_mask)) return (int16_t)(*entry & score_mask);
    Score score = eval_score(&w->board);
    *entry = (key & ~score_mask) | (uint16_t)score;
    return score;
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

int64_t shared_elapsed(const Shared *s) { return clock_since_ms(atomic_load_explicit(&s->start, memory_order_relaxed)); }

uint64_t shared_nodes(const Shared *s) {
    uint64_t sum = 0;
    for (int i = 0; i < s->worker_count; i++) sum += worker_nodes(s->workers[i]);
    return sum;
}

bool shared_late(const Shared *s) {
    return !shared_pondering(s) && s->budget.hard != INT64_MAX && shared_elapsed(s) >= s->budget.hard;
}

static void look_at_limits(Worker *w) {
    Shared *s = w->shared;
    if (worker_nodes(w) >= w->visits_most) shared_stop(s, STOP_PROVED);
    if (shared_late(s) || (w->satisfied && !shared_pondering(s))) shared_stop(s, STOP_TIME);
}

static bool count_visit(Worker *w) {
    if (w->aborted) return true;
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

static bool count_solver_visit(void *context) {
    Worker *w = context;
    return count_visit(w) || w->solver_visits-- == 0;
}

static bool count_helper_visit(void *context) { return count_visit(context); }

void worker_solve(Worker *w) {
    if (solver_run(w->solver, count_helper_visit, w)) {
        atomic_store_explicit(&w->shared->solved, true, memory_order_release);
        shared_stop(w->shared, STOP_PROVED);
    }
    w->solving = false;
}

bool worker_visit(Worker *w, SearchMode mode) {
    if (mode & MODE_GRACE) {
        w->aborted = w->aborted || --w->grace <= 0;
        return w->aborted;
    }
    if (count_visit(w)) return true;
    if (!w->solving || --w->until_solver > 0) return false;
    w->until_solver = SEARCH_VISITS;
    w->solver_visits = SOLVER_VISITS;
    if (!solver_run(w->solver, count_solver_visit, w)) return w->aborted;
    shared_stop(w->shared, STOP_PROVED);
    w->aborted = true;
    return true;
}
