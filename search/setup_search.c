/* Placements: a sample of setups, halved round by round while the search of what follows gets deeper (sequential halving: Karnin, Koren
 * and Somekh, 2013). A setup is worth what the position after it is worth; where the opponent still has to place, what the best of
 * many replies leaves. What a position is worth before the first turn, setup_prior.h corrects. */
#include "search/setup_search.h"

#include "engine/setup.h"
#include "eval/eval.h"
#include "search/alphabeta.h"
#include "search/iterate.h"
#include "search/setup_prior.h"

enum { CANDIDATES = 64, FIRST_CANDIDATES = 48, MAX_REPLIES = 4, REPLY_DRAWS = 64, MAX_SETUP_DEPTH = 12, MATE_DEPTH = 2 };

/* ---- samples ---- */

typedef struct {
    Move moves[CANDIDATES];
    Score scores[CANDIDATES]; /* by a glance, best first; 0 where none was cast */
    int count, most;
} Sample;

/* Unless it is there already; the worst makes room. */
static void sample_add(Sample *s, Move m, Score score) {
    for (int i = 0; i < s->count; i++)
        if (s->moves[i] == m) return;
    int at = s->count;
    if (s->count < s->most) s->count++;
    else if (score <= s->scores[--at]) return;
    for (; at > 0 && s->scores[at - 1] < score; at--) {
        s->moves[at] = s->moves[at - 1];
        s->scores[at] = s->scores[at - 1];
    }
    s->moves[at] = m;
    s->scores[at] = score;
}

static bool is_whole(const Position *p, int count) { return setup_count(p) - (p->swap == SWAP_OFFERED) == (uint64_t)count; }

/* The first setup turns in order, without the swap. */
static void sample_first(const Position *p, Sample *s) {
    SetupIterator it = setup_begin(p);
    for (Move m; s->count < s->most && setup_next(&it, &m);)
        if (m != MOVE_SWAP) sample_add(s, m, 0);
}

/* Up to `most` different setup turns, without the swap: all of them when there are no more, else random ones. */
static void sample(const Position *p, int most, Sample *s) {
    *s = (Sample){.most = most};
    if (setup_count(p) > (uint64_t)most + 1) {
        uint64_t random = p->key; /* each position has its own sequence, so a search repeats itself */
        for (int tries = 0; tries < 4 * most && s->count < most; tries++) {
            Move m = setup_random(p, &random);
            if (m != MOVE_NONE) sample_add(s, m, 0);
        }
    }
    if (!s->count) sample_first(p, s);
}

/* A random setup whose stone stands on the best of some random squares: good places are few, and most draws would miss them. */
static Move draw_reply(const Position *p, uint64_t *random) {
    enum { STONES = 8 };
    const Variant *v = p->variant;
    Move m = setup_random(p, random);
    for (int i = 1; i < STONES && v->setup_stones && m != MOVE_NONE; i++) {
        Move moved = (m & ~(Move)127) | move_stone(setup_random(p, random));
        bool better = setup_stone_worth(v, move_stone(moved)) > setup_stone_worth(v, move_stone(m));
        if (better && setup_is_legal(p, moved)) m = moved;
    }
    return m;
}

/* What the position after the last placement is worth to the side that makes it, at a glance; counts as a visit. */
static Score glance(Worker *w, Move m) {
    Undo undo;
    if (worker_visit(w, MODE_PLAY)) return 0;
    board_play(&w->board, m, &undo);
    Score score = -setup_worth(&w->board.position, eval_score(&w->board));
    board_undo(&w->board, &undo);
    return score;
}

/* Replies to a first setup: the best of many at a glance. Among a few random ones hardly any is good, and a setup would seem better than
 * it is. */
static void sample_replies(Worker *w, int most, Sample *s) {
    const Position *p = &w->board.position;
    uint64_t random = p->key;
    *s = (Sample){.most = most};
    for (int i = 0; i < REPLY_DRAWS && !w->aborted; i++) {
        Move m = draw_reply(p, &random);
        if (m != MOVE_NONE) sample_add(s, m, glance(w, m));
    }
    if (!s->count) sample_first(p, s);
}

/* ---- values ---- */

/* A loss is proved only when every setup was looked at. */
static Score unproved_loss(Score s) { return score_is_loss(s) ? -SCORE_CP_MAX : s; }

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

/* A last placement is chosen for its score, so the score flatters it: on veletas-7 chosen ones claimed 57 % and won 54. Given back to
 * Black, who is to move; how much by matches, at 500 nodes a turn and 10,000 a setup turn on veletas-7, 400 and 8,000 on veletas:
 *
 *     600 games of veletas-7, cp:              0: 55.5 %    25: 57.0 %    50: 63.0 %    against random setups
 *                                                           25: 52.8 %    50: 59.7 %    against the setups of 6a01b46
 *     200 to 300 games of veletas, the same:   0: 51.7 %    15: 53.0 %    50: 43.0 % */
static int flattery(const Variant *v) { return v->size == 7 ? 50 : 15; }

static Score worth_of_last(const Position *p, Score s) {
    Score worth = setup_worth(p, s), given = flattery(p->variant);
    return score_is_proved(worth) || worth > SCORE_CP_MAX - given ? worth : worth + given;
}

/* The worker's position for the side to move. */
static Score value(Worker *w, int depth, int replies, int ply) {
    const Position *p = &w->board.position;
    if (!position_in_setup(p)) return worth_of_last(p, alphabeta(w, MODE_PLAY, -SCORE_INFINITE, SCORE_INFINITE, depth, ply));
    Sample s;
    sample_replies(w, replies, &s);
    Score best = -SCORE_INFINITE;
    w->pv[ply].length = 0;
    for (int i = 0; i < s.count && !w->aborted; i++) {
        Score score = value_after(w, s.moves[i], depth, replies, ply);
        if (w->aborted || score <= best) continue;
        best = score;
        line_set(&w->pv[ply], s.moves[i], &w->pv[ply + 1]);
    }
    if (best == -SCORE_INFINITE) return 0;
    if (!is_whole(p, s.count)) best = unproved_loss(best);
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
        Sample s;
        sample(p, position_phase(p) == PHASE_FIRST_SETUP ? FIRST_CANDIDATES : CANDIDATES, &s);
        for (int i = 0; i < s.count; i++) add_candidate(w, s.moves[i]);
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
    int replies = depth < MAX_REPLIES ? depth : MAX_REPLIES;
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
        w->depth = depth;
        iterate_report(w, listener);
        if (iterate_is_finished(w, depth)) break;
    }
    iterate_report(w, listener);
}
