#include "search/iterate.h"

#include <stdlib.h>
#include <string.h>

#include "eval/eval.h"
#include "search/alphabeta.h"
#include "search/picker.h"
#include "search/prune.h"
#include "search/search.h"

enum { ROOT_WIDTH = 256, ASPIRATION = 60 };

void iterate_prepare(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    w->root_count = 0;
    if (limits->root_moves) {
        for (size_t i = 0; i < limits->root_move_count; i++)
            w->root_moves[w->root_count++] = (RootMove){.move = limits->root_moves[i]};
    } else {
        Picker picker;
        picker_begin(&picker, &w->board, w->entries, MOVE_NONE);
        for (Move m; (m = picker_next(&picker)) != MOVE_NONE;)
            w->root_moves[w->root_count++] = (RootMove){.move = m};
    }
    for (int i = 0; i < w->root_count; i++) w->root_moves[i].score = w->root_moves[i].previous = -SCORE_INFINITE;
    for (int i = 0; i < w->line_count; i++) w->lines[i].length = 0;
}

/* ---- reporting ---- */

static void report(const Worker *w, const SearchListener *listener, int multipv) {
    const RootMove *r = &w->root_moves[multipv];
    int64_t time = search_now_ms() - w->shared->limits.received;
    uint64_t nodes = shared_nodes(w->shared);
    SearchInfo info = {
        .depth = w->depth,
        .seldepth = w->seldepth,
        .multipv = multipv + 1,
        .score = r->score,
        .bound = BOUND_EXACT,
        .nodes = nodes,
        .nps = nodes * 1000 / (uint64_t)(time > 0 ? time : 1),
        .hashfull = table_hashfull(w->shared->table),
        .time = time,
        .pv = w->lines[multipv].moves,
        .pv_length = w->lines[multipv].length,
    };
    listener->info(listener->context, &info);
}

/* ---- one iteration ---- */

/* Keeps the line of root move `index`, which has just become the best of line number `line`. */
static void keep_line(Worker *w, int line, Move m) { line_set(&w->lines[line], m, &w->pv[1]); }

static void move_to_front(RootMove *moves, int from, int to) {
    RootMove moved = moves[from];
    memmove(&moves[to + 1], &moves[to], (size_t)(from - to) * sizeof *moves);
    moves[to] = moved;
}

/* Searches the root moves from number `line` on; the best comes to that place. False when aborted: what was found by then, a move
 * better than the first one included, stands. */
static bool search_root(Worker *w, int depth, int line, Score alpha, Score beta) {
    RootMove *moves = w->root_moves;
    Score best = -SCORE_INFINITE;
    int width = w->exact || w->shared->limits.root_moves ? w->root_count : ROOT_WIDTH + line;
    for (int i = line; i < w->root_count; i++) {
        if (i >= width && !score_is_loss(best)) break;
        Score bound = best > alpha ? best : alpha, score;
        int reduction = w->exact || i == line ? 0 : prune_reduction(depth, i - line);
        Move m = moves[i].move;
        if (i == line) {
            score = alphabeta_child(w, m, alpha, beta, depth - 1, 0, w->entries);
        } else {
            score = alphabeta_child(w, m, bound, bound + 1, depth - 1 - reduction, 0, w->entries);
            if (score > bound && reduction && !w->aborted)
                score = alphabeta_child(w, m, bound, bound + 1, depth - 1, 0, w->entries);
            if (score > bound && score < beta && !w->aborted)
                score = alphabeta_child(w, m, bound, beta, depth - 1, 0, w->entries);
        }
        if (w->aborted) return false;
        if (score <= best) continue;
        best = score;
        if (i > line && score <= bound) continue; /* only the bound of a null window: not comparable */
        moves[i].score = score;
        keep_line(w, line, m);
        move_to_front(moves, i, line);
        if (score >= beta) break;
    }
    return true;
}

/* One line of one depth, in a window around the last score that opens where the score falls outside. */
static bool search_line(Worker *w, int depth, int line) {
    Score guess = w->root_moves[line].previous, alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    int margin = ASPIRATION;
    if (depth >= 4 && guess != -SCORE_INFINITE && !score_is_proved(guess)) {
        alpha = guess - margin;
        beta = guess + margin;
    }
    for (;;) {
        if (!search_root(w, depth, line, alpha, beta)) return false;
        Score score = w->root_moves[line].score;
        if (score <= alpha) alpha = margin > 500 ? -SCORE_INFINITE : score - margin;
        else if (score >= beta) beta = margin > 500 ? SCORE_INFINITE : score + margin;
        else return true;
        margin *= 3;
    }
}

/* ---- proofs ---- */

/* Whether the side to move at the root wins within `plies` whatever is answered: every legal move is searched. A win found becomes
 * the first line. */
static void prove_win(Worker *w, int plies) {
    w->exact = true;
    Score least = score_win_in(plies);
    for (int i = 0; i < w->root_count; i++) {
        Score score = alphabeta_child(w, w->root_moves[i].move, least - 1, SCORE_INFINITE, plies - 1, 0, w->entries);
        if (w->aborted) break;
        if (score < least) continue;
        w->root_moves[i].score = score;
        keep_line(w, 0, w->root_moves[i].move);
        move_to_front(w->root_moves, i, 0);
        w->depth = plies;
        break;
    }
    w->exact = false;
}

/* A proof taken from the table leaves a line short. Its rest is found by searching every move to the end of the game. */
static void complete_line(Worker *w, Line *line, Score score) {
    int plies = score_plies(score), length = line->length;
    if (length >= plies || length >= MAX_PLY) return;
    Board root = w->board;
    for (int i = 0; i < length; i++) {
        Undo undo;
        board_play(&w->board, line->moves[i], &undo);
    }
    bool winning = score_is_win(score) == (length % 2 == 0); /* the side to move at the end of the line */
    w->exact = true;
    Score end = winning ? score_win_in(plies) : score_loss_in(plies);
    alphabeta(w, winning ? end - 1 : -SCORE_INFINITE, winning ? SCORE_INFINITE : end + 1, plies - length, length, w->entries);
    w->exact = false;
    w->board = root;
    const Line *rest = &w->pv[length];
    if (w->aborted || length + rest->length != plies) return;
    for (int i = 0; i < rest->length; i++) line->moves[length + i] = rest->moves[i];
    line->length = plies;
}

/* ---- deepening ---- */

/* All lines of one depth; false when aborted. */
static bool search_depth(Worker *w, int depth) {
    for (int line = 0; line < w->line_count; line++) {
        if (!search_line(w, depth, line)) {
            if (w->root_moves[line].score == -SCORE_INFINITE) w->root_moves[line].score = w->root_moves[line].previous;
            return false;
        }
        if (score_is_proved(w->root_moves[line].score)) complete_line(w, &w->lines[line], w->root_moves[line].score);
    }
    return true;
}

void iterate_report(const Worker *w, const SearchListener *listener) {
    for (int line = 0; line < w->line_count; line++)
        if (w->lines[line].length) report(w, listener, line);
}

bool iterate_is_finished(const Worker *w, int depth) {
    Shared *s = w->shared;
    const SearchLimits *limits = &s->limits;
    bool proved = true;
    for (int line = 0; line < w->line_count; line++) {
        Score score = w->root_moves[line].score;
        proved = proved && score_is_proved(score) && depth >= score_plies(score);
    }
    if (proved) shared_stop(s, STOP_PROVED);
    if (limits->depth != LIMIT_NONE && depth >= limits->depth) shared_stop(s, STOP_DEPTH);
    if (!atomic_load_explicit(&s->pondering, memory_order_relaxed) && s->budget.soft != INT64_MAX) {
        bool forced = w->root_count == 1 && limits->clock != LIMIT_NONE;
        if (forced || shared_elapsed(s) >= s->budget.soft) shared_stop(s, STOP_TIME);
    }
    return shared_stopped(s) != STOP_NONE;
}

/* Something to answer with before anything was searched. */
static void fall_back(Worker *w) {
    w->depth = 1;
    w->lines[0].moves[0] = w->root_moves[0].move;
    w->lines[0].length = 1;
    w->root_moves[0].score = w->root_moves[0].previous = eval_score(&w->board);
}

void iterate(Worker *w, const SearchListener *listener) {
    const SearchLimits *limits = &w->shared->limits;
    w->line_count = limits->multipv < w->root_count ? limits->multipv : w->root_count;
    fall_back(w);
    int last = limits->mate != LIMIT_NONE ? 3 : MAX_DEPTH;
    for (int depth = 1 + (w->id & 1); depth <= last; depth++) {
        for (int i = 0; i < w->root_count; i++) {
            w->root_moves[i].previous = w->root_moves[i].score;
            w->root_moves[i].score = -SCORE_INFINITE;
        }
        bool finished = search_depth(w, depth);
        if (w->root_moves[0].score == -SCORE_INFINITE) w->root_moves[0].score = w->root_moves[0].previous;
        if (finished) {
            w->depth = depth;
            worker_sort_lines(w, w->line_count);
        }
        if (w->id != 0) {
            if (!finished) break;
            continue;
        }
        if (finished) iterate_report(w, listener);
        if (!finished || iterate_is_finished(w, depth)) break;
    }
    if (w->id == 0 && limits->mate != LIMIT_NONE && shared_stopped(w->shared) == STOP_NONE) prove_win(w, 2 * (int)limits->mate);
    if (w->id == 0) iterate_report(w, listener);
}
