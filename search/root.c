#include "search/root.h"

#include <string.h>

#include "engine/clamp.h"
#include "search/alphabeta.h"
#include "search/tunables.h"

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

/* How many root moves the first depth looks at, at most: all, unless that would take more than a ROOT_SHARE-th of what the limits allow. Time is
 * counted as the visits of a slow machine in that time, so that nothing depends on how fast this one is. */
static int looks_wanted(const Worker *w) {
    enum { VISITS_PER_MS = 300 };
    const TimeBudget *budget = &w->shared->budget;
    int64_t visits = w->shared->limits.nodes == LIMIT_NONE ? INT64_MAX : w->shared->limits.nodes;
    int64_t ms = budget->soft < budget->hard ? budget->soft : budget->hard;
    if (ms < INT64_MAX / VISITS_PER_MS && ms * VISITS_PER_MS < visits) visits = ms * VISITS_PER_MS;
    return (int)clamp(visits / ROOT_SHARE, ROOT_WIDTH, MAX_TURNS);
}

static bool is_before(const RootLook *a, const RootLook *b) {
    return a->score != b->score ? a->score > b->score : a->place < b->place;
}

/* Shell's sort (1959), with the gaps of Knuth: the library's qsort asks for memory, which a search never does. */
static void sort(RootLook *looks, int count) {
    int gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < count; i++) {
            RootLook look = looks[i];
            int at = i;
            for (; at >= gap && is_before(&look, &looks[at - gap]); at -= gap) looks[at] = looks[at - gap];
            looks[at] = look;
        }
}

/* The first depth evaluates the position after every move it looks at: a better order than the one that the moves came in. At 20,000 nodes
 * (veletas) an engine without it lost 28-72 to this one. Orders by the bounds of deeper searches lost 66-94. */
static void sort_looks(Worker *w, int count) {
    sort(w->looks, count);
    for (int i = 0; i < count; i++) w->root_moves[i] = w->looks[i].move;
}

Score root_search(Worker *w, SearchMode mode, int depth, int line, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    const bool first_look = depth == 1 && line == 0 && !w->shared->limits.root_moves;
    int width = sees_all(w, mode) ? w->root_count : first_look ? looks_wanted(w) : line + ROOT_WIDTH, looked = 0;
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
        /* Of several lines each counts, so no move is reduced for its place: of the best three of twelve lines (veletas, depth 5, 24 positions)
         * three lines then miss 28 instead of 34 of 72, for a quarter more nodes. */
        const int index = w->line_count > 1 && t.index > line ? 1 : t.index - line;
        Score score = (shares ? search_shared : search_move)(w, mode, t.move, alpha, beta, depth, index, 0);
        if (w->aborted) break;
        if (first_look) w->looks[looked] = (RootLook){t.move, score, looked}, looked++;
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
    if (first_look && !w->aborted) sort_looks(w, looked);
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
        margin *= ASPIRATION_GROWTH;
        if (score <= alpha) alpha = margin > ASPIRATION_MOST ? -SCORE_INFINITE : score - margin;
        else beta = margin > ASPIRATION_MOST ? SCORE_INFINITE : score + margin;
    }
}

void root_order(Worker *w, const Line *firsts, int count) {
    root_search(w, MODE_PLAY, 1, 0, -SCORE_INFINITE, SCORE_INFINITE);
    while (count-- > 0)
        for (int i = 0; i < w->root_count; i++)
            if (w->root_moves[i] == firsts[count].moves[0]) move_to_front(w->root_moves, i, 0);
}
