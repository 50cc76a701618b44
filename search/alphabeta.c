/* Principal variation search with a transposition table. A turn has a thousand alternatives, so a node looks at the best few dozen
 * of an order that costs little (picker.h) and at the later ones with less depth.
 *
 * Width limits are kept from proving losses: as long as every move looked at loses by proof, the next one is looked at too. */
#include "search/alphabeta.h"

#include <assert.h>

#include "search/certain.h"
#include "search/picker.h"
#include "search/prune.h"

void line_set(Line *line, Move m, const Line *rest) {
    assert(rest->length < MAX_PV);
    line->moves[0] = m;
    for (int i = 0; i < rest->length; i++) line->moves[i + 1] = rest->moves[i];
    line->length = rest->length + 1;
}

/* Proved scores count plies from the root in the search, from the position itself in the table. */
static Score to_table(Score s, int ply) { return score_is_win(s) ? s + ply : score_is_loss(s) ? s - ply : s; }
static Score from_table(Score s, int ply) { return score_is_win(s) ? s - ply : score_is_loss(s) ? s + ply : s; }

/* Whether what the table has proves a side of this window: a win is a win even if there is a shorter one, a loss a loss. */
static bool proves(const TableHit *hit, Score score, Score alpha, Score beta) {
    return (score_is_win(score) && score >= beta && hit->bound != BOUND_UPPER) ||
           (score_is_loss(score) && score <= alpha && hit->bound != BOUND_LOWER);
}

/* Whether what the table has settles this window. A proved score holds at any depth. */
static bool settles(const TableHit *hit, Score score, Score alpha, Score beta, int depth) {
    if (hit->depth < depth && !score_is_proved(score)) return false;
    switch (hit->bound) {
    case BOUND_LOWER: return score >= beta && (hit->depth >= depth || score_is_win(score));
    case BOUND_UPPER: return score <= alpha && (hit->depth >= depth || score_is_loss(score));
    default: return true;
    }
}

static Score search_child(Worker *w, SearchMode mode, Move m, Score alpha, Score beta, int depth, int ply) {
    Undo undo;
    board_play(&w->board, m, &undo);
    Score score = -alphabeta(w, mode, -beta, -alpha, depth, ply + 1);
    board_undo(&w->board, &undo);
    return score;
}

Score search_move(Worker *w, SearchMode mode, Move m, Score alpha, Score beta, int depth, int index, int ply) {
    if (index == 0) return search_child(w, mode, m, alpha, beta, depth - 1, ply);
    int reduction = mode & MODE_EXACT ? 0 : prune_reduction(depth, index);
    Score score = search_child(w, mode, m, alpha, alpha + 1, depth - 1 - reduction, ply);
    if (score > alpha && reduction && !w->aborted) score = search_child(w, mode, m, alpha, alpha + 1, depth - 1, ply);
    if (score > alpha && score < beta && !w->aborted) score = search_child(w, mode, m, alpha, beta, depth - 1, ply);
    return score;
}

Score search_shared(Worker *w, SearchMode mode, Move m, Score alpha, Score beta, int depth, int index, int ply) {
    const uint64_t mark = busy_mark(w->board.position.key, m);
    busy_begin(&w->shared->busy, mark);
    Score score = search_move(w, mode, m, alpha, beta, depth, index, ply);
    busy_end(&w->shared->busy, mark);
    return score;
}

bool later_put(Later *l, Worker *w, Turn t) {
    if (l->count == LATER_MOST || !busy_is(&w->shared->busy, busy_mark(w->board.position.key, t.move))) return false;
    l->turns[l->count++] = t;
    return true;
}

bool later_take(Later *l, Turn *t) {
    if (l->next == l->count) return false;
    *t = l->turns[l->next++];
    return true;
}

/* ProbCut (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995), both ways: a shallower search whose score
 * is beyond the window by a margin. The evaluation says which side is worth a try. */
static bool probe_cut(Worker *w, SearchMode mode, Score bound, int depth, int ply, bool above, Score *score) {
    if (score_is_proved(bound)) return false;
    mode |= MODE_PROBE;
    *score = above ? alphabeta(w, mode, bound - 1, bound, depth, ply) : alphabeta(w, mode, bound, bound + 1, depth, ply);
    return !w->aborted && (above ? *score >= bound : *score <= bound);
}

/* Whether the position is as good as certain to lie outside a null window; `score` gets the bound. */
static bool is_cut(Worker *w, SearchMode mode, Score alpha, Score beta, int depth, int ply, Score *score) {
    if (score_is_proved(alpha) || score_is_proved(beta)) return false;
    Score stand = worker_eval(w);
    /* To be on move is worth something, so a position that is good enough as it stands is better still after a good move. */
    *score = stand;
    if (depth <= PRUNE_STAND_DEPTH && stand >= beta + prune_stand_margin(depth)) return true;
    if (depth < PROBCUT_DEPTH || mode & MODE_PROBE) return false;
    int shallower = depth - PROBCUT_REDUCTION;
    return stand >= beta    ? probe_cut(w, mode, beta + PROBCUT_MARGIN, shallower, ply, true, score)
           : stand <= alpha ? probe_cut(w, mode, alpha - PROBCUT_MARGIN, shallower, ply, false, score)
                            : false;
}

static bool is_futile(const Picker *p, Score alpha, int depth) {
    return depth <= PRUNE_FUTILE_DEPTH && !score_is_proved(alpha) &&
           picker_estimate(p) + prune_futile_margin(depth) <= alpha;
}

/* Whether the claims that are certain decide the game, which then ends within as many turns as the board has room for: `score` is that, and
 * the game may end sooner. 0 where they do not. */
static bool is_decided(const Board *b, int ply, Score *score) {
    enum { ROOM_MOST = 32 /* with more, hardly any was */ };
    const Position *p = &b->position;
    int room = bb_count(position_empty(p));
    Certain certain;
    *score = 0;
    if (room > ROOM_MOST || !certain_is_possible(p)) return false;
    certain_find(b, &certain);
    Colour winner = certain_winner(&certain, p->variant);
    if (winner == NO_COLOUR) return false;
    *score = winner == p->side ? score_win_in(ply + room) : score_loss_in(ply + room);
    return true;
}

/* Whether a decided position needs no look at its moves: under MODE_COUNT only where that will do for this window. */
static bool is_settled(SearchMode mode, Score decided, Score alpha, Score beta, int depth, int ply) {
    return !(mode & MODE_COUNT) || depth <= 0 || ply >= MAX_PLY ||
           (score_is_win(decided) ? decided >= beta : decided <= alpha);
}

/* What a search of a position has found, or that it is decided (0: it is not), whichever says more. */
static Score with_decided(Score found, Score decided) {
    bool more = decided && (score_is_win(decided) ? decided > found : decided < found);
    return more ? decided : found;
}

/* Turns that were tried at a node and did not cut: the first ones. */
typedef struct {
    Move moves[64];
    int count;
} Tried;

/* `m` cut, and those before it did not. At depth 1 that says too little, and on small boards, where a shot square means something else a few
 * turns later, it misleads: 54-66 at 60,000 nodes a turn and 66-94 at 50 ms against none (veletas-7), 64-56 with a twelfth of it. */
static void learn_cut(Worker *w, Move m, const Tried *before, int depth, int ply) {
    const Colour mover = w->board.position.side;
    worker_add_killer(w, ply, m);
    if (depth < HISTORY_DEPTH || w->board.position.variant->size < HISTORY_SIZE) return;
    history_reward(&w->history, mover, m, depth);
    for (int i = 0; i < before->count; i++) history_punish(&w->history, mover, before->moves[i], depth);
}

/* The moves of a node, best first, but those that other workers are at last. Returns the best score, -SCORE_INFINITE without a move, and the
 * move that raised alpha to it or MOVE_NONE. */
static Score search_moves(Worker *w, SearchMode mode, Move hash_move, Score alpha, Score beta, int depth, int ply,
                          Move *best_move) {
    const bool pv = beta - alpha > 1, exact = mode & MODE_EXACT, shares = worker_shares(w, depth);
    const int width = exact ? MAX_TURNS : prune_width(depth);
    Picker picker;
    Later later;
    Tried tried;
    Score best = -SCORE_INFINITE;
    bool picking = true;
    *best_move = MOVE_NONE;
    later.count = later.next = tried.count = 0;
    worker_pick(w, &picker, ply, hash_move);
    for (int i = 0;; i++) {
        Turn t = {MOVE_NONE, i};
        if (picking) {
            t.move = picker_next(&picker);
            picking = t.move != MOVE_NONE && (i < width || score_is_loss(best));
            if (picking && !pv && !exact && !score_is_loss(best) && is_futile(&picker, alpha, depth)) {
                if (picker_estimate(&picker) > best) best = picker_estimate(&picker);
                picking = false;
            }
            if (picking && shares && i > 0 && later_put(&later, w, t)) continue;
        }
        if (!picking && !later_take(&later, &t)) return best;
        Score score = (shares ? search_shared : search_move)(w, mode, t.move, alpha, beta, depth, t.index, ply);
        if (w->aborted) return 0;
        if (score < beta && tried.count < (int)(sizeof tried.moves / sizeof *tried.moves))
            tried.moves[tried.count++] = t.move;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        *best_move = t.move;
        alpha = score;
        if (pv) line_set(&w->pv[ply], t.move, &w->pv[ply + 1]);
        if (alpha >= beta) {
            learn_cut(w, t.move, &tried, depth, ply);
            return best;
        }
    }
}

Score alphabeta(Worker *w, SearchMode mode, Score alpha, Score beta, int depth, int ply) {
    const Position *p = &w->board.position;
    const bool pv = beta - alpha > 1, exact = mode & MODE_EXACT;
    w->pv[ply].length = 0;

    /* 1. Limits. */
    if (worker_visit(w, mode)) return 0;
    if (ply > w->seldepth) w->seldepth = ply;

    /* 2. The end of the game. */
    Colour winner = position_winner(p);
    if (winner != NO_COLOUR) return winner == p->side ? score_win_in(ply) : score_loss_in(ply);
    Score decided;
    if (is_decided(&w->board, ply, &decided) && is_settled(mode, decided, alpha, beta, depth, ply)) return decided;

    /* 3. Nothing here can be better or worse than what is proved elsewhere. */
    if (score_loss_in(ply + 1) >= beta) return score_loss_in(ply + 1);
    if (score_win_in(ply + 1) <= alpha) return score_win_in(ply + 1);

    /* 4. Leaves. */
    if (depth <= 0 || ply >= MAX_PLY) return worker_eval(w);

    /* 5. The table. On the main line it only orders, so that the line is whole; a proof takes only what is proved, and so does a count of
     * turns, as a win found without counting may have a shorter one beside it. */
    TableHit hit = {.move = MOVE_NONE};
    if (table_probe(w->shared->table, p->key, &hit)) {
        Score score = from_table(hit.score, ply);
        const bool counts = exact || (mode & MODE_COUNT && (decided || score_is_proved(score)));
        if (!pv && (counts ? proves(&hit, score, alpha, beta) : settles(&hit, score, alpha, beta, depth))) return score;
        if (hit.move != MOVE_NONE && !turn_is_legal(p, hit.move)) hit.move = MOVE_NONE;
    }

    /* 6. What is as good as certain without looking at moves. */
    Score cut;
    if (!pv && !exact && is_cut(w, mode, alpha, beta, depth, ply, &cut)) return cut;
    if (w->aborted) return 0;

    /* 7. Where not even a shallower search knows a move, one is worth having first (internal iterative reduction: Ed Schröder). */
    if (!exact && depth >= PRUNE_BLIND_DEPTH && hit.move == MOVE_NONE) depth--;

    /* 8. The moves. */
    Move best_move;
    const Score found = search_moves(w, mode, hit.move, alpha, beta, depth, ply, &best_move);
    if (w->aborted) return 0;
    const Score best = with_decided(found, decided);
    if (best != found) w->pv[ply].length = 0;

    /* 9. Nobody can move: only a position made by hand. The rules do not say; the side to move is stuck. */
    if (found == -SCORE_INFINITE) return worker_eval(w);

    /* 10. Remember. */
    ScoreBound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    table_store(w->shared->table, p->key, best_move, to_table(best, ply), depth, bound);
    return best;
}
