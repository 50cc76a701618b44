/* Placements, by a cheap method: a sample of setups, halved round by round while the search of what follows gets deeper. A setup
 * is worth what the position after it is worth; where the opponent still has to place, what its best sampled reply leaves.
 *
 * The evaluation of a bare setup says nearly nothing, so nothing is ranked by it alone. */
#include "search/setup_search.h"

#include "engine/setup.h"
#include "search/alphabeta.h"
#include "search/iterate.h"

enum { CANDIDATES = 64, FIRST_CANDIDATES = 24, FIRST_REPLIES = 4, MAX_REPLIES = 16, MAX_SETUP_DEPTH = 12, MATE_DEPTH = 2 };

/* Up to `want` different setup turns, without the swap: all of them when there are no more. */
static int sample(const Position *p, int want, Move *out) {
    int count = 0;
    if (setup_count(p) <= (uint64_t)want) {
        SetupIterator it = setup_begin(p);
        for (Move m; count < want && setup_next(&it, &m);)
            if (m != MOVE_SWAP) out[count++] = m;
        return count;
    }
    uint64_t state = p->key; /* each position has its own sequence, so a search repeats itself */
    for (int tries = 0; tries < 4 * want && count < want; tries++) {
        Move m = setup_random(p, &state);
        int i = 0;
        while (i < count && out[i] != m) i++;
        if (m != MOVE_NONE && i == count) out[count++] = m;
    }
    if (!count) { /* hardly any legal setups: take the first */
        SetupIterator it = setup_begin(p);
        for (Move m; !count && setup_next(&it, &m);)
            if (m != MOVE_SWAP) out[count++] = m;
    }
    return count;
}

/* A loss is proved only when every setup was looked at. */
static Score unproved_loss(Score s) { return score_is_loss(s) ? -SCORE_CP_MAX : s; }

static bool is_whole(const Position *p, int count) { return setup_count(p) - (p->swap == SWAP_OFFERED) == (uint64_t)count; }

/* The worth of a swap before a turn that is worth `s` to the other player: the opposite, and a proof one ply longer. */
static Score worth_of_swap(Score s) { return score_is_win(s) ? 1 - s : score_is_loss(s) ? -1 - s : -s; }

static Score value(Worker *w, int depth, int replies, int ply);

static Score value_after(Worker *w, Move m, int depth, int replies, int ply) {
    Undo undo;
    board_play(&w->board, m, &undo);
    Score score = -value(w, depth, replies, ply + 1);
    board_undo(&w->board, &undo);
    return score;
}

/* The worker's position for the side to move. */
static Score value(Worker *w, int depth, int replies, int ply) {
    const Position *p = &w->board.position;
    if (!position_in_setup(p)) return alphabeta(w, -SCORE_INFINITE, SCORE_INFINITE, depth, ply);
    Move moves[MAX_REPLIES];
    int count = sample(p, replies, moves);
    Score best = -SCORE_INFINITE;
    w->pv[ply].length = 0;
    for (int i = 0; i < count && !w->aborted; i++) {
        Score score = value_after(w, moves[i], depth, replies, ply);
        if (w->aborted || score <= best) continue;
        best = score;
        line_set(&w->pv[ply], moves[i], &w->pv[ply + 1]);
    }
    if (best == -SCORE_INFINITE) return 0;
    if (!is_whole(p, count)) best = unproved_loss(best);
    if (p->swap == SWAP_OFFERED && best < 0) {
        /* After the swap the other player places, as well as we could. */
        best = worth_of_swap(best);
        for (int i = w->pv[ply].length; i > 0; i--) w->pv[ply].moves[i] = w->pv[ply].moves[i - 1];
        w->pv[ply].moves[0] = MOVE_SWAP;
        w->pv[ply].length++;
    }
    return best;
}

static void add_candidate(Worker *w, Move m) {
    if (w->root_count >= MAX_MULTIPV) return;
    w->lines[w->root_count++] = (Line){.moves = {m}, .length = 1, .depth = 1};
}

/* The candidates become the lines, the swap last; true when it is there and worth the opposite of the best of the others. Among chosen
 * moves it is one like the others: they do not bind whoever places after it. */
static bool prepare(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    const Position *p = &w->board.position;
    bool swap = !limits->root_moves && p->swap == SWAP_OFFERED;
    w->root_count = 0;
    if (limits->root_moves) {
        for (size_t i = 0; i < limits->root_move_count; i++) add_candidate(w, limits->root_moves[i]);
    } else {
        Move moves[CANDIDATES];
        int count = sample(p, position_phase(p) == PHASE_FIRST_SETUP ? FIRST_CANDIDATES : CANDIDATES, moves);
        for (int i = 0; i < count; i++) add_candidate(w, moves[i]);
    }
    if (swap) add_candidate(w, MOVE_SWAP);
    w->line_count = limits->multipv < w->root_count ? limits->multipv : w->root_count;
    return swap;
}

/* How many candidates go on to the next round. */
static int fewer(int count, int lines) {
    int half = (count + 1) / 2, least = lines > 2 ? lines : 2;
    return half > least ? half : count < least ? count : least;
}

/* Scores the first `count` candidates at this depth; false when aborted, and then those before stand. */
static bool score_round(Worker *w, int count, int depth) {
    int replies = FIRST_REPLIES + 2 * depth < MAX_REPLIES ? FIRST_REPLIES + 2 * depth : MAX_REPLIES;
    bool whole = w->shared->limits.root_moves || is_whole(&w->board.position, count);
    for (int i = 0; i < count; i++) {
        Move m = w->lines[i].moves[0];
        Score score = value_after(w, m, depth, replies, 0);
        if (w->aborted) return false;
        line_set(&w->next[i], m, &w->pv[1]);
        w->next[i].score = whole ? score : unproved_loss(score);
        w->next[i].depth = depth;
        w->next[i].bound = BOUND_EXACT;
    }
    for (int i = 0; i < count; i++) w->lines[i] = w->next[i];
    worker_sort_lines(w, count);
    return true;
}

/* The swap hands the other player the best placement found: it is worth the opposite. It takes its place among the sorted others. */
static void insert_swap(Worker *w, int count) {
    Line *swap = &w->lines[count];
    line_set(swap, MOVE_SWAP, &w->lines[0]);
    swap->score = worth_of_swap(w->lines[0].score);
    swap->depth = w->lines[0].depth;
    swap->bound = BOUND_EXACT;
    worker_sort_lines(w, count + 1);
}

/* Takes it out again, from among `count` others. */
static void remove_swap(Worker *w, int count) {
    int at = 0;
    while (w->lines[at].moves[0] != MOVE_SWAP) at++;
    for (; at < count; at++) w->lines[at] = w->lines[at + 1];
}

void setup_search(Worker *w, const SearchListener *listener) {
    bool swap = prepare(w), whole = true;
    /* A win that is proved from a setup on is next to impossible: `mate` has a look and gives up. */
    int count = w->root_count - swap, last = w->shared->limits.mate != LIMIT_NONE ? MATE_DEPTH : MAX_SETUP_DEPTH;
    for (int depth = 1; count > 0 && whole && depth <= last; depth++) {
        if (depth > 1) {
            if (swap) remove_swap(w, count);
            count = fewer(count, w->line_count);
        }
        whole = score_round(w, count, depth);
        if (swap) insert_swap(w, count);
        if (!whole) break;
        iterate_report(w, listener);
        if (iterate_is_finished(w, depth)) break;
    }
    iterate_report(w, listener);
}
