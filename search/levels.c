#include "search/levels.h"

#include "engine/clamp.h"
#include "engine/splitmix.h"
#include "eval/eval.h"

enum {
    JUDGEMENT_ONE = 1000,
    SEES_WINS = 340,    /* from this judgement on a win in one turn is never overlooked */
    SETUP_SHARE = 16,   /* a setup turn has so many times the positions of another */
    TURNS_PER_LOOK = 64 /* turns judged between two looks at the clock */
};

/* The calibration: what plays at each Elo, fitted to some 1,500 games at fixed nodes (docs/levels.md, scripts/calibrate.sh). Levels between two
 * rows are interpolated, so the first row is not above LEVEL_LEAST and the last one not below LEVEL_MOST. */
static const struct {
    int elo;
    Level level;
} ROWS[] = {
    {370, {300, 100, 10}},   {700, {330, 200, 12}},   {1060, {350, 400, 12}},  {1220, {450, 400, 20}},
    {1350, {550, 400, 40}},  {1475, {640, 400, 60}},  {1715, {720, 400, 80}},  {1950, {800, 400, 120}},
    {2140, {835, 450, 150}}, {2370, {870, 500, 180}}, {2490, {900, 600, 240}}, {2670, {930, 700, 300}},
};

/* The value at `x` on the line through (x0, y0) and (x1, y1), rounded down. */
static int interpolate(int x, int x0, int x1, int y0, int y1) { return y0 + (y1 - y0) * (x - x0) / (x1 - x0); }

Level level_of(int elo) {
    elo = (int)clamp(elo, LEVEL_LEAST, LEVEL_MOST);
    int row = 0;
    while (ROWS[row + 1].elo < elo) row++;
    const Level *a = &ROWS[row].level, *b = &ROWS[row + 1].level;
    int x0 = ROWS[row].elo, x1 = ROWS[row + 1].elo;
    return (Level){
        .judgement = interpolate(elo, x0, x1, a->judgement, b->judgement),
        .candidates = interpolate(elo, x0, x1, a->candidates, b->candidates),
        .nodes = interpolate(elo, x0, x1, a->nodes, b->nodes),
    };
}

int64_t level_nodes(const Level *level, const Position *p) {
    return (int64_t)level->nodes * (position_in_setup(p) ? SETUP_SHARE : 1);
}

/* ---- judging turns at first sight ---- */

/* A random error in cp, the next of its sequence, from a logistic distribution of standard deviation 315. Of many turns with such errors
 * the best is chosen nearly as a softmax of their worths would choose it. */
static Score next_error(uint64_t *state) {
    uint32_t r = (uint32_t)(splitmix64(state) >> 32);
    return score_of_odds(r, UINT32_MAX - r);
}

/* What the turn is worth to the player who makes it: the evaluation of the position after it. */
static Score worth(Worker *w, Move m) {
    const Position *p = &w->board.position;
    Undo undo;
    board_play(&w->board, m, &undo);
    Colour winner = position_winner(p);
    Score s = winner == NO_COLOUR ? -eval_score(&w->board) : winner == p->side ? score_loss_in(1) : score_win_in(1);
    board_undo(&w->board, &undo);
    return s;
}

static int64_t misjudge(Score s, Score error, int judgement) {
    if (score_is_win(s) && judgement >= SEES_WINS) return INT64_MAX;
    return (int64_t)score_clamp(s) * judgement + (int64_t)error * (JUDGEMENT_ONE - judgement);
}

static bool time_is_up(const Worker *w) { return shared_stopped(w->shared) != STOP_NONE || shared_late(w->shared); }

static int list_turns(Worker *w) {
    const SearchLimits *limits = &w->shared->limits;
    if (!limits->root_moves) return (int)turns_list(&w->board.position, w->root_moves);
    for (size_t i = 0; i < limits->root_move_count; i++) w->root_moves[i] = limits->root_moves[i];
    return (int)limits->root_move_count;
}

int level_candidates(Worker *w, const Level *level, Move out[MAX_CANDIDATES]) {
    int64_t values[MAX_CANDIDATES];
    uint64_t state = w->board.position.key;
    int most = (level->candidates + splitmix64_below(&state, 100)) / 100;
    int count = 0, turns = list_turns(w);
    for (int i = 0; i < turns; i++) {
        if (i % TURNS_PER_LOOK == TURNS_PER_LOOK - 1 && time_is_up(w)) break;
        Move m = w->root_moves[i];
        int64_t value = misjudge(worth(w, m), next_error(&state), level->judgement);
        if (count == most && value <= values[count - 1]) continue;
        int at = count < most ? count++ : count - 1;
        for (; at > 0 && values[at - 1] < value; at--) {
            values[at] = values[at - 1];
            out[at] = out[at - 1];
        }
        values[at] = value;
        out[at] = m;
    }
    return count;
}
