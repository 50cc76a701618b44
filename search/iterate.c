#include "search/iterate.h"

#include "engine/clock.h"
#include "eval/eval.h"
#include "search/kept.h"
#include "search/picker.h"
#include "search/proof.h"
#include "search/root.h"

/* Where a proof may be in reach. With two workers the second one seeks it, with one it takes turns with the search. */
static bool is_late(const Worker *w) {
    enum { LATE_TURNS = 300 };
    const SearchLimits *limits = &w->shared->limits;
    return w->solver && limits->multipv == 1 && !limits->root_moves && limits->mate == LIMIT_NONE &&
           limits->depth == LIMIT_NONE && turns_count(&w->board.position) <= LATE_TURNS;
}

void iterate_prepare(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    w->root_count = 0;
    if (limits->root_moves) {
        for (size_t i = 0; i < limits->root_move_count; i++) w->root_moves[w->root_count++] = limits->root_moves[i];
    } else {
        Picker picker;
        worker_pick(w, &picker, 0, MOVE_NONE);
        for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) w->root_moves[w->root_count++] = m;
    }
    /* Something to answer with before anything was searched. */
    w->line_count = limits->multipv < w->root_count ? limits->multipv : w->root_count;
    for (int i = 0; i < w->line_count; i++) w->lines[i].length = 0;
    w->lines[0].moves[0] = w->root_moves[0];
    w->lines[0].length = w->lines[0].depth = 1;
    w->lines[0].score = eval_score(&w->board);
    w->lines[0].bound = BOUND_EXACT;
    w->solving = w->id == (w->shared->worker_count > 1) && is_late(w);
    w->until_solver = SOLVER_LEAD;
    if (w->solving) solver_set(w->solver, &w->board.position);
}

/* ---- reporting ---- */

/* That all of a level's few candidates lose proves nothing. */
static Score reported(const Worker *w, Score s) { return w->shared->limited && score_is_loss(s) ? -SCORE_CP_MAX : s; }

void iterate_report(const Worker *w, const SearchListener *listener) {
    int64_t time = clock_since_ms(w->shared->limits.received);
    uint64_t nodes = shared_nodes(w->shared);
    int hashfull = table_hashfull(w->shared->table);
    for (int i = 0; i < w->line_count && w->lines[i].length; i++) {
        const Line *line = &w->lines[i];
        SearchInfo info = {
            .depth = line->depth,
            .seldepth = w->seldepth > line->length ? w->seldepth : line->length,
            .multipv = i + 1,
            .score = reported(w, line->score),
            .bound = line->bound,
            .finished = line->depth <= w->depth,
            .nodes = nodes,
            .nps = nodes * 1000 / (uint64_t)(time > 0 ? time : 1),
            .hashfull = hashfull,
            .time = time,
            .pv = line->moves,
            .pv_length = line->length,
        };
        listener->info(listener->context, &info);
    }
}

/* ---- deepening ---- */

/* Whether the first score is proved and the second adds nothing to it: a proof stays true whatever another depth makes of the position, and
 * of two the shorter one says more. */
static bool says_more(Score proved, Score other) {
    return score_is_win(proved) ? proved > other : score_is_loss(proved) && proved < other;
}

/* Puts a proof of the depths before in the place of a line that says less: of the same first turn where there are several lines. */
static void keep_proof(const Worker *w, Line *line) {
    for (int i = 0; i < w->line_count && w->depth; i++) {
        const Line *before = &w->lines[i];
        if (w->line_count > 1 && before->moves[0] != line->moves[0]) continue;
        if (says_more(before->score, line->score)) *line = *before;
    }
}

/* After an abort a single line takes what was found, at worst the same move again searched deeper; but no loss, which nothing
 * proves while moves are left. */
static void take_found(Worker *w) {
    enum { GRACE = 1000 };
    if (!w->found.length || score_is_loss(w->found.score) || says_more(w->lines[0].score, w->found.score)) return;
    w->lines[0] = w->found;
    if (!score_is_proved(w->found.score)) return;
    w->aborted = false;
    w->grace = GRACE;
    /* A line that could not be finished is worth as much, but is not called a proof, which a whole line would have to show. */
    if (!proof_complete(w, MODE_GRACE, &w->lines[0])) w->lines[0].score = SCORE_CP_MAX;
    w->aborted = true;
}

/* After an abort among several lines those finished at this depth stand, and the others of the depth before fill up. */
static void keep_finished(Worker *w, int finished) {
    int count = finished;
    for (int i = 0; i < w->line_count && count < w->line_count && w->depth; i++) {
        int k = 0;
        while (k < finished && w->next[k].moves[0] != w->lines[i].moves[0]) k++;
        if (k == finished) w->next[count++] = w->lines[i];
    }
    for (int i = 0; i < count; i++) w->lines[i] = w->next[i];
    worker_sort_lines(w, count);
}

static void settle_aborted(Worker *w, int finished) {
    if (w->line_count == 1) take_found(w);
    else if (finished) keep_finished(w, finished);
}

/* What a solver has found is the answer. */
static void take_solution(Worker *w) {
    bool helped = atomic_load_explicit(&w->shared->solved, memory_order_acquire);
    const Solver *solver = helped ? w->shared->workers[1]->solver : w->solver;
    if (!helped && !(w->solving && solver_solved(solver))) return;
    Line line = {.depth = w->lines[0].depth, .bound = BOUND_EXACT};
    line.score = solver_result(solver, line.moves, &line.length);
    if (!says_more(w->lines[0].score, line.score)) w->lines[0] = line;
}

/* All lines of one depth; false when aborted, and then those that were finished and those of the depth before stand. */
static bool search_depth(Worker *w, SearchMode mode, int depth) {
    for (int line = 0; line < w->line_count; line++) {
        root_search_line(w, mode, depth, line);
        if (!w->aborted) proof_complete(w, mode, &w->found);
        if (w->aborted) {
            settle_aborted(w, line);
            return false;
        }
        keep_proof(w, &w->found);
        w->next[line] = w->found;
    }
    for (int line = 0; line < w->line_count; line++) w->lines[line] = w->next[line];
    worker_sort_lines(w, w->line_count);
    return true;
}

static void note_signs(Worker *w) {
    const Line *best = &w->lines[0];
    timing_note_depth(&w->signs, best->moves[0], best->score, w->effort, clock_since_ms(w->shared->limits.received));
    w->signs.decided = w->root_count == 1 || score_is_proved(best->score);
}

/* What there is to know about all lines: whether each is proved, and whether none can be proved to be shorter. */
static void look_at_proofs(const Worker *w, int depth, bool *proved, bool *shortest) {
    *proved = *shortest = true;
    for (int i = 0; i < w->line_count; i++) {
        *proved = *proved && score_is_proved(w->lines[i].score);
        *shortest = *shortest && depth >= score_plies(w->lines[i].score);
    }
}

bool iterate_is_finished(Worker *w, int depth) {
    enum { SHORTER_VISITS = 20000 }; /* that a search for shorter wins may take once all lines are proved */
    Shared *s = w->shared;
    const SearchLimits *limits = &s->limits;
    bool proved, shortest;
    note_signs(w);
    look_at_proofs(w, depth, &proved, &shortest);
    if (proved && limits->mate == LIMIT_NONE) {
        if (shortest) shared_stop(s, STOP_PROVED);
        else if (w->visits_most == UINT64_MAX && !limits->infinite) w->visits_most = worker_nodes(w) + SHORTER_VISITS;
    }
    if (limits->depth != LIMIT_NONE && depth >= limits->depth) shared_stop(s, STOP_DEPTH);
    /* When pondering has thought enough it goes on, as the time is good for nothing else, and the answer follows the hit. */
    w->satisfied = timing_is_enough(&s->budget, &w->signs);
    if (!shared_pondering(s) && (w->satisfied || timing_is_short(&s->budget, &w->signs, shared_elapsed(s))))
        shared_stop(s, STOP_TIME);
    return shared_stopped(s) != STOP_NONE;
}

/* Where a win within so many turns is asked for: every worker looks for it, sharing out the moves, and the first answer ends the search. */
static void search_mate(Worker *w, int turns) {
    const int plies = 2 * turns;
    if (proof_find_win(w, plies)) shared_stop(w->shared, STOP_PROVED);
}

static int last_depth(const SearchLimits *limits) {
    enum { LOOK_ROUND = 3 }; /* before a win is sought, for a sensible line if there is none */
    if (limits->mate != LIMIT_NONE) return LOOK_ROUND;
    return limits->depth != LIMIT_NONE && limits->depth < MAX_DEPTH ? (int)limits->depth : MAX_DEPTH;
}

/* Takes the answer of an earlier search of the position, which is deeper than the table alone would lead to soon: lines are searched anew up
 * to their end. What is left to do is the depth behind it. True when nothing is left. */
static bool begin_with_kept(Worker *w, const KeptAnswer *kept, const SearchListener *listener) {
    for (int i = 0; i < w->line_count; i++) w->lines[i] = kept->lines[i];
    w->depth = kept->depth;
    if (w->id == 0) {
        iterate_report(w, listener);
        if (iterate_is_finished(w, w->depth)) return true;
    }
    root_order(w, w->lines, w->line_count);
    return w->aborted;
}

void iterate(Worker *w, const SearchListener *listener) {
    const SearchLimits *limits = &w->shared->limits;
    const bool main_worker = w->id == 0;
    if (w->solving && !main_worker) worker_solve(w);
    const KeptAnswer *kept = w->shared->kept;
    const bool finished = kept && begin_with_kept(w, kept, listener);
    for (int depth = kept ? w->depth + 1 : 1; !finished && depth <= last_depth(limits); depth++) {
        /* Once the winner is known, how long it takes. */
        bool counts = limits->mate != LIMIT_NONE || score_is_proved(w->lines[0].score);
        if (!search_depth(w, counts ? MODE_COUNT : MODE_PLAY, depth)) break;
        w->depth = depth;
        if (!main_worker) continue;
        iterate_report(w, listener);
        if (iterate_is_finished(w, depth)) break;
    }
    if (main_worker) take_solution(w);
    if (limits->mate != LIMIT_NONE && shared_stopped(w->shared) == STOP_NONE) search_mate(w, (int)limits->mate);
    if (main_worker) iterate_report(w, listener);
}
