#include "search/iterate.h"

#include <string.h>

#include "eval/eval.h"
#include "search/alphabeta.h"
#include "search/certain.h"
#include "search/picker.h"
#include "search/search.h"

enum { ROOT_WIDTH = 256, ASPIRATION_DEPTH = 4, ASPIRATION = 60, ASPIRATION_MOST = 500 };

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

static Score promised(const Worker *w, Score s) {
    /* That all of a level's candidates lose proves nothing. */
    if (w->shared->limited && score_is_loss(s)) return -SCORE_CP_MAX;
    if (score_is_proved(s) || position_in_setup(&w->board.position)) return s;
    s = s * PROMISE_FIFTHS / 5;
    return s > SCORE_CP_MAX ? SCORE_CP_MAX : s < -SCORE_CP_MAX ? -SCORE_CP_MAX : s;
}

void iterate_report(const Worker *w, const SearchListener *listener) {
    int64_t time = search_now_ms() - w->shared->limits.received;
    uint64_t nodes = shared_nodes(w->shared);
    int hashfull = table_hashfull(w->shared->table);
    for (int i = 0; i < w->line_count && w->lines[i].length; i++) {
        const Line *line = &w->lines[i];
        SearchInfo info = {
            .depth = line->depth,
            .seldepth = w->seldepth > line->length ? w->seldepth : line->length,
            .multipv = i + 1,
            .score = promised(w, line->score),
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

/* ---- one line of one depth ---- */

static void move_to_front(Move *moves, int from, int to) {
    Move moved = moves[from];
    memmove(&moves[to + 1], &moves[to], (size_t)(from - to) * sizeof *moves);
    moves[to] = moved;
}

/* Whether every root move is searched: those asked for, and all of them where only a depth ends the search. */
static bool sees_all(const Worker *w) {
    const SearchLimits *l = &w->shared->limits;
    return w->exact || l->root_moves ||
           (l->depth != LIMIT_NONE && l->nodes == LIMIT_NONE && w->shared->budget.hard == INT64_MAX);
}

/* Searches the root moves from number `line` on. A move better than alpha and all before it comes to the front and becomes
 * w->found. Returns the best score, fail-soft; when aborted, what was found by then stands. */
static Score search_root(Worker *w, int depth, int line, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    int width = sees_all(w) ? w->root_count : line + ROOT_WIDTH;
    const uint64_t begin = worker_nodes(w);
    uint64_t best_visits = 0;
    const bool shares = worker_shares(w, depth);
    Later later = {.count = 0};
    for (int next = line;;) {
        Turn t = {MOVE_NONE, next++};
        if (t.index < w->root_count && (t.index < width || score_is_loss(best))) {
            t.move = w->root_moves[t.index];
            if (shares && t.index > line && later_put(&later, w, t)) continue;
        } else if (!later_take(&later, &t)) {
            break;
        }
        const uint64_t before = worker_nodes(w);
        Score score = (shares ? search_shared : search_move)(w, t.move, alpha, beta, depth, t.index - line, 0);
        if (w->aborted) break;
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_visits = worker_nodes(w) - before;
        line_set(&w->found, t.move, &w->pv[1]);
        w->found.score = score;
        w->found.depth = depth;
        w->found.bound = score >= beta ? BOUND_LOWER : BOUND_EXACT;
        move_to_front(w->root_moves, t.index, line);
        for (int k = later.next; k < later.count; k++) later.turns[k].index += later.turns[k].index < t.index; /* moved up */
        if (score >= beta) break;
    }
    uint64_t visits = worker_nodes(w) - begin;
    if (line == 0) w->effort = visits ? (int)(best_visits * 1000 / visits) : 0;
    return best;
}

/* A window around the last score, which opens where the score falls outside. */
static void search_line(Worker *w, int depth, int line) {
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    const Line *last = &w->lines[line];
    int margin = ASPIRATION;
    w->found.length = 0;
    if (depth >= ASPIRATION_DEPTH && last->length && !score_is_proved(last->score)) {
        alpha = last->score - margin;
        beta = last->score + margin;
    }
    while (!w->aborted) {
        Score score = search_root(w, depth, line, alpha, beta);
        if (score > alpha && score < beta) return;
        margin *= 3;
        if (score <= alpha) alpha = margin > ASPIRATION_MOST ? -SCORE_INFINITE : score - margin;
        else beta = margin > ASPIRATION_MOST ? SCORE_INFINITE : score + margin;
    }
}

/* ---- proofs ---- */

static bool is_certain(const Board *b) {
    Certain certain;
    certain_find(b, &certain);
    return certain_winner(&certain, b->position.variant) != NO_COLOUR;
}

/* Proves the score of the worker's position, a win or a loss within so many plies, by every move and the least depth that does. */
static void prove_line(Worker *w, bool winning, int plies, int ply) {
    const int room = ply + bb_count(position_empty(&w->board.position)); /* the distance of all that is only certain */
    Score end = winning ? score_win_in(plies) : score_loss_in(plies), score = 0;
    w->exact = true;
    const bool counted = w->counting;
    w->counting = plies < room;
    for (int depth = 1; depth <= plies - ply && !w->aborted && !score_is_proved(score); depth++)
        score = alphabeta(w, winning ? end - 1 : -SCORE_INFINITE, winning ? SCORE_INFINITE : end + 1, depth, ply);
    w->exact = false;
    w->counting = counted;
}

/* A proof taken from the table leaves a line short, and so do claims that are certain but not made yet. The rest is found by searching every
 * move, and where all is decided by playing on. */
static void complete_line(Worker *w, Line *line) {
    int plies = score_plies(line->score), length = line->length;
    if (!score_is_proved(line->score) || length >= plies || plies >= MAX_PLY) return;
    Board root = w->board;
    Undo undo;
    for (int i = 0; i < length; i++) board_play(&w->board, line->moves[i], &undo);
    if (!is_certain(&w->board)) {
        prove_line(w, score_is_win(line->score) == (length % 2 == 0) /* of the side to move there */, plies, length);
        const Line *rest = &w->pv[length];
        for (int i = 0; i < rest->length && !w->aborted; i++) {
            line->moves[length++] = rest->moves[i];
            board_play(&w->board, rest->moves[i], &undo);
        }
    }
    if (position_winner(&w->board.position) == NO_COLOUR && is_certain(&w->board)) {
        length += certain_finish(&w->board, line->moves + length);
        line->score = score_is_win(line->score) ? score_win_in(length) : score_loss_in(length);
    }
    line->length = length;
    w->board = root;
}

/* Looks for a win of the root's side within `plies`, by every legal move. */
static void prove_win(Worker *w, int plies) {
    w->exact = true;
    w->found.length = 0;
    search_root(w, plies, 0, score_win_in(plies) - 1, score_win_in(plies));
    w->exact = false;
    if (!w->found.length) {
        /* What an earlier search found is won, but it may take longer than its line. */
        Score *score = &w->lines[0].score;
        if (!w->aborted && score_is_win(*score) && score_plies(*score) <= plies) *score = SCORE_CP_MAX;
        return;
    }
    w->lines[0] = w->found;
    w->lines[0].bound = BOUND_EXACT;
    complete_line(w, &w->lines[0]);
}

/* ---- deepening ---- */

/* After an abort a single line takes what was found, at worst the same move again searched deeper; but no loss, which nothing
 * proves while moves are left. */
static void take_found(Worker *w) {
    enum { GRACE = 1000 };
    if (!w->found.length || score_is_loss(w->found.score)) return;
    w->lines[0] = w->found;
    if (!score_is_proved(w->found.score)) return;
    w->aborted = false;
    w->grace = GRACE;
    complete_line(w, &w->lines[0]);
    /* A line that could not be finished is worth as much, but is not called a proof, which a whole line would have to show. */
    if (w->aborted) w->lines[0].score = SCORE_CP_MAX;
    w->grace = 0;
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
    Line *line = &w->lines[0];
    line->score = solver_result(solver, line->moves);
    line->length = score_plies(line->score);
    line->bound = BOUND_EXACT;
}

/* All lines of one depth; false when aborted, and then those that were finished and those of the depth before stand. */
static bool search_depth(Worker *w, int depth) {
    for (int line = 0; line < w->line_count; line++) {
        search_line(w, depth, line);
        if (!w->aborted) complete_line(w, &w->found);
        if (w->aborted) {
            settle_aborted(w, line);
            return false;
        }
        w->next[line] = w->found;
    }
    for (int line = 0; line < w->line_count; line++) w->lines[line] = w->next[line];
    worker_sort_lines(w, w->line_count);
    return true;
}

static void note_signs(Worker *w) {
    const Line *best = &w->lines[0];
    time_note_depth(&w->signs, best->moves[0], best->score, w->effort, search_now_ms() - w->shared->limits.received);
    w->signs.decided = w->root_count == 1 || score_is_proved(best->score);
}

bool iterate_is_finished(Worker *w, int depth) {
    Shared *s = w->shared;
    const SearchLimits *limits = &s->limits;
    note_signs(w);
    bool proved = true;
    for (int i = 0; i < w->line_count; i++)
        proved = proved && score_is_proved(w->lines[i].score) && depth >= score_plies(w->lines[i].score);
    if (proved && limits->mate == LIMIT_NONE) shared_stop(s, STOP_PROVED);
    if (limits->depth != LIMIT_NONE && depth >= limits->depth) shared_stop(s, STOP_DEPTH);
    /* When pondering has thought enough it goes on, as the time is good for nothing else, and the answer follows the hit. */
    w->satisfied = time_is_enough(&s->budget, &w->signs);
    if (!shared_pondering(s) && (w->satisfied || time_is_short(&s->budget, &w->signs, shared_elapsed(s))))
        shared_stop(s, STOP_TIME);
    return shared_stopped(s) != STOP_NONE;
}

void iterate(Worker *w, const SearchListener *listener) {
    enum { LOOK_ROUND = 3 }; /* depth before a proof is tried, for a sensible line if it fails */
    const SearchLimits *limits = &w->shared->limits;
    const int64_t mate = limits->mate;
    const bool main_worker = w->id == 0;
    w->counting = mate != LIMIT_NONE;
    if (w->solving && !main_worker) worker_solve(w);
    int64_t last = mate != LIMIT_NONE                                         ? LOOK_ROUND
                   : limits->depth != LIMIT_NONE && limits->depth < MAX_DEPTH ? limits->depth
                                                                              : MAX_DEPTH;
    for (int depth = 1; depth <= last; depth++) {
        if (!search_depth(w, depth)) break;
        w->depth = depth;
        if (!main_worker) continue;
        iterate_report(w, listener);
        if (iterate_is_finished(w, depth)) break;
    }
    if (!main_worker) return;
    take_solution(w);
    if (mate != LIMIT_NONE && shared_stopped(w->shared) == STOP_NONE) prove_win(w, 2 * (int)mate);
    iterate_report(w, listener);
}
