#include "search/root.h"

#include <string.h>

#include "search/alphabeta.h"

enum { ROOT_WIDTH = 256, ASPIRATION_DEPTH = 4, ASPIRATION = 60, ASPIRATION_MOST = 500 };

static void move_to_front(Move *moves, int from, int to) {
    Move moved = moves[from];
    memmove(&moves[to + 1], &moves[to], (size_t)(from - to) * sizeof *moves);
    moves[to] = moved;
}

/* Whether every root move is searched: those asked for, and all of them where only a depth ends the search. */
static bool sees_all(const Worker *w, SearchMode mode) {
    const SearchLimits *l = &w->shared->limits;
    return mode & MODE_EXACT || l->root_moves ||
           (l->depth != LIMIT_NONE && l->nodes == LIMIT_NONE && w->shared->budget.hard == INT64_MAX);
}

Score root_search(Worker *w, SearchMode mode, int depth, int line, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    int width = sees_all(w, mode) ? w->root_count : line + ROOT_WIDTH;
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
        Score score = (shares ? search_shared : search_move)(w, mode, t.move, alpha, beta, depth, t.index - line, 0);
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

void root_search_line(Worker *w, SearchMode mode, int depth, int line) {
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    const Line *last = &w->lines[line];
    int margin = ASPIRATION;
    w->found.length = 0;
    if (depth >= ASPIRATION_DEPTH && last->length && !score_is_proved(last->score)) {
        alpha = last->score - margin;
        beta = last->score + margin;
    }
    while (!w->aborted) {
        Score score = root_search(w, mode, depth, line, alpha, beta);
        if (score > alpha && score < beta) return;
        margin *= 3;
        if (score <= alpha) alpha = margin > ASPIRATION_MOST ? -SCORE_INFINITE : score - margin;
        else beta = margin > ASPIRATION_MOST ? SCORE_INFINITE : score + margin;
    }
}
