/* `mate` is a promise: every one that a search makes, in whatever way it was asked, against positions played out in full. */
#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "search/certain.h"
#include "search/search.h"
#include "tests/exhaust.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(mate, .init = init, .timeout = 7200);

enum { POSITIONS_MOST = 20000 /* that a position may take to play out */ };

typedef struct {
    int positions, wins, losses, decided; /* of what was searched */
    int promises, shortest, wrong;        /* of what was told */
    int longest;                          /* plies of a root */
} Count;

typedef struct {
    Exhaust *exhaust;
    Board root;
    int distance; /* of the root */
    const SearchLimits *limits;
    const char *asked;
    Count *count;
    char fault[512]; /* the first one; a search's thread must not end a test itself */
    Score last;      /* of the first line */
} Judge;

/* ---- what is true ---- */

/* Plies to the end for the side to move of the root after that turn, signed for it. */
static int after_turn(Judge *j, Move m) {
    Undo undo;
    int plies;
    Colour mover = (Colour)j->root.position.side;
    board_play(&j->root, m, &undo);
    bool known = exhaust_distance(j->exhaust, &j->root, 1 << 20, &plies);
    Colour winner = position_winner(&j->root.position);
    board_undo(&j->root, &undo);
    if (!known) abort();
    return winner == mover ? 1 : winner != NO_COLOUR ? -1 : plies > 0 ? -plies - 1 : -plies + 1;
}

/* What a line promises is about its own first turn, and a single line's loss about all turns that may be played. */
static int truth_of(Judge *j, const SearchInfo *info) {
    const SearchLimits *limits = j->limits;
    int worst = after_turn(j, info->pv[0]);
    if (score_is_win(info->score) || limits->multipv > 1) return worst;
    if (!limits->root_moves) return j->distance;
    for (size_t i = 0; i < limits->root_move_count; i++) {
        int plies = after_turn(j, limits->root_moves[i]);
        if ((plies > 0) != (worst > 0) ? plies > 0 : plies < worst) worst = plies;
    }
    return worst;
}

static bool holds(Score score, int truth) {
    int plies = score_plies(score);
    return score_is_win(score) ? truth > 0 && truth <= plies : truth < 0 && -truth <= plies;
}

/* ---- what is told ---- */

static void on_info(void *context, const SearchInfo *info) {
    Judge *j = context;
    if (info->multipv == 1) j->last = info->score;
    if (!score_is_proved(info->score)) return;
    int truth = truth_of(j, info), plies = score_plies(info->score);
    j->count->promises++;
    j->count->shortest += plies == abs(truth);
    if (holds(info->score, truth) && info->pv_length <= plies) return;
    j->count->wrong++;
    if (*j->fault) return;
    char text[POSITION_TEXT_SIZE];
    position_text(&j->root.position, text, sizeof text);
    snprintf(j->fault, sizeof j->fault, "%s;%s: %s: depth %d, line %d: %d plies for %s, the line has %d; in truth %d",
             j->root.position.variant->name, text, j->asked, info->depth, info->multipv, plies,
             score_is_win(info->score) ? "a win" : "a loss", info->pv_length, truth);
}

static void on_done(void *context, Move best, Move ponder) { (void)context, (void)best, (void)ponder; }

static void ask(Search *s, Judge *j, const SearchLimits *limits, const char *asked) {
    SearchListener listener = {on_info, on_done, j};
    j->limits = limits;
    j->asked = asked;
    search_start(s, &j->root.position, limits, &listener);
    search_wait(s);
}

/* ---- the ways of asking ---- */

static void ask_depths(Search *s, Judge *j, Random *r) {
    SearchLimits limits = search_limits_none();
    limits.depth = 1 + random_below(r, 8);
    ask(s, j, &limits, "depth");
    limits.depth = 2 + random_below(r, 4);
    limits.multipv = 3;
    ask(s, j, &limits, "depth and three lines");
}

static void ask_nodes(Search *s, Judge *j, Random *r) {
    static const int NODES[] = {20, 300, 3000, 45000 /* with the solver */};
    SearchLimits limits = search_limits_none();
    for (int i = 0; i < 4; i++) {
        limits.nodes = NODES[i] / 2 + random_below(r, NODES[i]);
        if (random_chance(r, 30)) search_clear(s);
        limits.multipv = 1;
        ask(s, j, &limits, "nodes");
        limits.multipv = 3;
        if (i < 3) ask(s, j, &limits, "nodes and three lines");
    }
}

static void ask_some_turns(Search *s, Judge *j, Random *r) {
    static Move moves[MAX_TURNS];
    SearchLimits limits = search_limits_none();
    size_t count = turns_list(&j->root.position, moves);
    for (size_t i = 0; i < count; i++) {
        size_t k = i + (size_t)random_below(r, (int)(count - i));
        Move m = moves[i];
        moves[i] = moves[k];
        moves[k] = m;
    }
    limits.root_moves = moves;
    limits.root_move_count = count < 3 ? count : 3;
    limits.depth = 5;
    ask(s, j, &limits, "searchmoves");
}

static void ask_level(Search *s, Judge *j, Random *r) {
    SearchLimits limits = search_limits_none();
    limits.depth = 6;
    limits.elo = 400 + random_below(r, 2000);
    ask(s, j, &limits, "level");
}

static void ask_threads(Search *s, Judge *j, Random *r) {
    SearchLimits limits = search_limits_none();
    limits.nodes = 1 + random_below(r, 6000);
    search_clear(s);
    search_set_threads(s, 2 + random_below(r, 2));
    ask(s, j, &limits, "threads");
    search_set_threads(s, 1);
}

/* A win within N is found if and only if there is one, and its promise is within N. */
static void ask_mates(Search *s, Judge *j, Random *r) {
    int turns[] = {(j->distance + 1) / 2, (j->distance + 1) / 2 - 1, 1 + random_below(r, 3)};
    for (int i = 0; i < 3; i++) {
        SearchLimits limits = search_limits_none();
        if (turns[i] < 1 || turns[i] > 4) continue;
        limits.mate = turns[i];
        ask(s, j, &limits, "mate");
        bool told = score_is_win(j->last) && score_plies(j->last) <= 2 * turns[i];
        bool is_there = j->distance > 0 && j->distance <= 2 * turns[i];
        if (told == is_there) continue;
        j->count->wrong++;
        if (!*j->fault)
            snprintf(j->fault, sizeof j->fault, "%s: mate %d: told %d, in truth %d plies", j->root.position.variant->name,
                     turns[i], j->last, j->distance);
    }
}

static bool is_decided_by_claims(const Board *b) {
    Certain certain;
    certain_find(b, &certain);
    return certain_winner(&certain, b->position.variant) != NO_COLOUR;
}

static void judge(Search *s, Judge *j, Random *r) {
    Count *c = j->count;
    c->positions++;
    c->wins += j->distance > 0;
    c->losses += j->distance < 0;
    c->decided += is_decided_by_claims(&j->root);
    if (abs(j->distance) > c->longest) c->longest = abs(j->distance);
    search_clear(s);
    ask_depths(s, j, r);
    ask_nodes(s, j, r);
    ask_some_turns(s, j, r);
    ask_level(s, j, r);
    ask_mates(s, j, r);
    ask_threads(s, j, r);
}

Test(mate, every_promise_holds) {
    static Judge j;
    Random r = random_seeded(1201);
    Count count = {0};
    Exhaust *e = exhaust_create();
    Search *s = search_create(1);
    char first[sizeof j.fault] = "";
    for (int i = 0; count.positions < support_scaled(30); i++) {
        Naive n = random_late(naive_rules(i % NAIVE_RULE_SETS), 6 + (uint64_t)random_below(&r, 120), &r);
        j = (Judge){.exhaust = e, .root = board_of(&n), .count = &count};
        exhaust_clear(e);
        if (!exhaust_distance(e, &j.root, POSITIONS_MOST, &j.distance) || abs(j.distance) < 2) continue;
        judge(s, &j, &r);
        if (*j.fault && !*first) memcpy(first, j.fault, sizeof first);
    }
    search_destroy(s);
    exhaust_destroy(e);
    cr_log_info(
        "%d positions, %d wins, %d losses, %d of them decided, up to %d plies; %d promises, %d of them exact, %d wrong",
        count.positions, count.wins, count.losses, count.decided, count.longest, count.promises, count.shortest,
        count.wrong);
    cr_assert_eq(count.wrong, 0, "%d promises are wrong, first: %s", count.wrong, first);
    cr_assert_gt(count.promises, 10 * count.positions, "%d", count.promises);
}
