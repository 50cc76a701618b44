/* The searcher as its owner sees it: what it answers, when it ends, and that what it calls proved is so. */
#include "search/search.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(search, .init = init, .timeout = 300);

/* ---- a listener that writes down what it hears ---- */

enum { MAX_LINES = 8, LONGEST_GAME = 100 };

typedef struct {
    int depth;
    Score score;
    int64_t nodes;
    Move pv[MAX_PV];
    int pv_length;
} Heard;

typedef struct {
    Board root;
    Heard line[MAX_LINES]; /* the last of each line number */
    int infos;
    int hashfull; /* the last one told */
    int said;     /* lines of the report under way: the last number */
    atomic_int dones;
    Move best, ponder;
    atomic_bool busy;
    char fault[256]; /* the first thing that was wrong; search threads must not end a test themselves */
} Listener;

static void blame(Listener *l, const char *fault, const SearchInfo *info) {
    if (*l->fault) return;
    char text[POSITION_TEXT_SIZE];
    position_text(&l->root.position, text, sizeof text);
    snprintf(l->fault, sizeof l->fault, "%s: %s (depth %d, line %d, score %d): %s", l->root.position.variant->name, fault,
             info ? info->depth : 0, info ? info->multipv : 0, info ? info->score : 0, text);
}

/* Plays the line; false when a move is not legal. `end` is the position behind it. */
static bool play_line(const Board *root, const Move *moves, int count, Board *end) {
    *end = *root;
    for (int i = 0; i < count; i++) {
        Undo undo;
        if (!turn_is_legal(&end->position, moves[i])) return false;
        board_play(end, moves[i], &undo);
    }
    return true;
}

static void check_info(Listener *l, const SearchInfo *info) {
    Board end;
    bool cp = info->score >= -SCORE_CP_MAX && info->score <= SCORE_CP_MAX;
    bool proved = score_is_proved(info->score) && score_plies(info->score) >= 1 && score_plies(info->score) <= LONGEST_GAME;
    if (l->dones) blame(l, "an info after done", info);
    if (info->multipv < 1 || info->multipv > MAX_MULTIPV) blame(l, "line number", info);
    if (info->depth < 1 || info->depth > MAX_DEPTH) blame(l, "depth", info);
    if (!cp && !proved) blame(l, "score", info);
    if (info->seldepth < info->pv_length || info->seldepth > MAX_PV) blame(l, "seldepth", info);
    if (info->hashfull < 0 || info->hashfull > 1000) blame(l, "hashfull", info);
    if (info->time < 0) blame(l, "time", info);
    if (info->pv_length < 1 || info->pv_length > MAX_PV) blame(l, "length of the line", info);
    else if (!play_line(&l->root, info->pv, info->pv_length, &end)) blame(l, "an illegal move in the line", info);
    else if (score_is_proved(info->score) && info->pv_length > score_plies(info->score))
        blame(l, "a line past the end", info);
}

/* A report has its lines in order, the best first, each with a first move of its own. */
static void check_order(Listener *l, const SearchInfo *info) {
    int line = info->multipv - 1;
    if (line > MAX_LINES) return;
    if (line && line != l->said) blame(l, "a line out of turn", info);
    if (line && info->score > l->line[line - 1].score) blame(l, "better than the line before", info);
    for (int k = 0; k < line; k++)
        if (l->line[k].pv[0] == info->pv[0]) blame(l, "two lines with one first move", info);
    l->said = info->multipv;
}

static void on_info(void *context, const SearchInfo *info) {
    Listener *l = context;
    if (atomic_exchange(&l->busy, true)) blame(l, "two calls at a time", info);
    check_info(l, info);
    check_order(l, info);
    if ((int64_t)info->nodes < l->line[0].nodes) blame(l, "fewer nodes than before", info);
    l->infos++;
    l->hashfull = info->hashfull;
    if (info->multipv >= 1 && info->multipv <= MAX_LINES) {
        Heard *h = &l->line[info->multipv - 1];
        h->depth = info->depth;
        h->score = info->score;
        h->nodes = (int64_t)info->nodes;
        h->pv_length = info->pv_length;
        memcpy(h->pv, info->pv, (size_t)info->pv_length * sizeof *h->pv);
    }
    atomic_store(&l->busy, false);
}

static void on_done(void *context, Move best, Move ponder) {
    Listener *l = context;
    if (atomic_exchange(&l->busy, true)) blame(l, "two calls at a time", NULL);
    l->best = best;
    l->ponder = ponder;
    atomic_store(&l->busy, false);
    l->dones++;
}

/* What an ended search has to have said. */
static void check_end(Listener *l) {
    const Position *p = &l->root.position;
    Board after;
    REQUIRE(!*l->fault, "%s", l->fault);
    REQUIRE(l->dones == 1, "%s: done %d times", p->variant->name, l->dones);
    if (!turns_count(p)) {
        REQUIRE(l->best == MOVE_NONE && l->ponder == MOVE_NONE, "%s: a move where there is none", p->variant->name);
        return;
    }
    REQUIRE(l->infos > 0, "%s: no info", p->variant->name);
    REQUIRE(play_line(&l->root, &l->best, 1, &after), "%s: an illegal answer", p->variant->name);
    REQUIRE(l->best == l->line[0].pv[0], "%s: the answer is not the line's first move", p->variant->name);
    REQUIRE(l->ponder == MOVE_NONE || turn_is_legal(&after.position, l->ponder), "%s: an illegal reply", p->variant->name);
}

/* ---- searches ---- */

static Search *create(void) {
    Search *s = search_create(1);
    REQUIRE(s, "no searcher");
    return s;
}

static void start(Search *s, const Naive *n, const SearchLimits *limits, Listener *l) {
    memset(l, 0, sizeof *l);
    l->root = board_of(n);
    SearchListener listener = {on_info, on_done, l};
    search_start(s, &l->root.position, limits, &listener);
}

static void finish(Search *s, Listener *l) {
    search_wait(s);
    REQUIRE(!search_running(s), "a search is running after its end");
    check_end(l);
}

static void run(Search *s, const Naive *n, SearchLimits limits, Listener *l) {
    start(s, n, &limits, l);
    finish(s, l);
}

static SearchLimits limit_depth(int64_t depth) {
    SearchLimits limits = search_limits_none();
    limits.depth = depth;
    return limits;
}

static SearchLimits limit_nodes(int64_t nodes) {
    SearchLimits limits = search_limits_none();
    limits.nodes = nodes;
    return limits;
}

/* All rule sets in turn. */
static const NaiveRules *rule_set(int i) { return naive_rules(i % NAIVE_RULE_SETS); }

Test(search, answers_with_a_legal_move_everywhere) {
    static Listener l;
    Random r = random_seeded(101);
    Search *s = create();
    int setups = 0, none = 0;
    for (int i = support_scaled(450); i; i--) {
        Naive n = random_any(rule_set(i), &r);
        search_clear(s);
        run(s, &n, limit_nodes(1 + random_below(&r, 400)), &l);
        setups += naive_in_setup(&n);
        none += l.best == MOVE_NONE;
    }
    search_destroy(s);
    cr_assert_gt(setups, 50, "%d", setups);
    cr_assert_gt(none, support_scaled(20), "%d", none);
}

/* The worth of a turn for who plays it, as the evaluation sees it. */
static Score worth(Board *b, Move m) {
    Undo undo;
    Colour mover = b->position.side;
    board_play(b, m, &undo);
    Colour winner = position_winner(&b->position);
    Score score = winner == NO_COLOUR ? -eval_score(b) : winner == mover ? score_win_in(1) : score_loss_in(1);
    board_undo(b, &undo);
    return score;
}

Test(search, depth_one_finds_the_best_of_all_turns, .timeout = 60) {
    static Listener l;
    static Move turns[MAX_TURNS];
    Random r = random_seeded(112);
    Search *s = create();
    for (int i = support_scaled(60); i; i--) {
        Naive n = random_played(rule_set(i), &r, 2 + random_below(&r, 30));
        Board b = board_of(&n);
        int count = position_phase(&b.position) == PHASE_PLAY ? (int)turns_list(&b.position, turns) : 0;
        if (!count) continue;
        Score best = -SCORE_INFINITE;
        for (int k = 0; k < count; k++) {
            Score score = worth(&b, turns[k]);
            if (score > best) best = score;
        }
        search_clear(s);
        run(s, &n, limit_depth(1), &l);
        REQUIRE(worth(&b, l.best) == best, "%s: a move worth %d where there is one of %d", n.rules->name, worth(&b, l.best),
                best);
    }
    search_destroy(s);
}

static Naive middle_game(void) {
    return naive_of("veletas", "b1w1w1bw1w/2ww1b4/1sbW4wb/1b1w3w2/1b1w1b2w1/1bbs1w1w1b/1s3w1swb/1w3w2sb/1s4wbw1/2b7 w - 32");
}

/* ---- repeatability ---- */

typedef struct {
    Move best, ponder;
    Heard line;
} Answer;

static Answer answer(Search *s, const Naive *n, SearchLimits limits) {
    static Listener l;
    search_clear(s);
    run(s, n, limits, &l);
    Answer a;
    memset(&a, 0, sizeof a);
    a.best = l.best;
    a.ponder = l.ponder;
    a.line = l.line[0];
    return a;
}

static bool answers_equal(const Answer *a, const Answer *b) {
    return a->best == b->best && a->ponder == b->ponder && a->line.depth == b->line.depth &&
           a->line.score == b->line.score && a->line.nodes == b->line.nodes && a->line.pv_length == b->line.pv_length &&
           !memcmp(a->line.pv, b->line.pv, (size_t)a->line.pv_length * sizeof *a->line.pv);
}

static void check_repeats(const SearchLimits *choices, int count, uint64_t seed) {
    static Listener other;
    Random r = random_seeded(seed);
    Search *s = create(), *fresh = NULL;
    int moves = 0;
    for (int i = support_scaled(30); i; i--) {
        Naive n = random_any(rule_set(i), &r), disturbing = random_any(rule_set(i + 1), &r);
        const SearchLimits *limits = &choices[i % count];
        Answer first = answer(s, &n, *limits), second = answer(s, &n, *limits);
        REQUIRE(answers_equal(&first, &second), "%s: another answer the second time", n.rules->name);
        search_clear(s);
        run(s, &disturbing, limit_nodes(500), &other);
        Answer third = answer(s, &n, *limits);
        REQUIRE(answers_equal(&first, &third), "%s: another answer after another search", n.rules->name);
        fresh = create();
        Answer fourth = answer(fresh, &n, *limits);
        search_destroy(fresh);
        REQUIRE(answers_equal(&first, &fourth), "%s: another answer from a new searcher", n.rules->name);
        moves += first.best != MOVE_NONE;
    }
    search_destroy(s);
    cr_assert_gt(moves, support_scaled(20), "%d", moves);
}

Test(search, the_same_depth_gives_the_same_answer) {
    SearchLimits choices[] = {limit_depth(1), limit_depth(2), limit_depth(1), limit_depth(3)};
    choices[3].nodes = 8000;
    check_repeats(choices, 4, 102);
}

/* As the bench does it, over many more positions: the twin of a position takes the same nodes and gives the same answer. */
Test(search, colours_exchanged_give_the_same_answer) {
    Random r = random_seeded(104);
    Search *s = create();
    int moves = 0;
    for (int i = support_scaled(60); i; i--) {
        Naive n = random_played(rule_set(i), &r, 8 + random_below(&r, 50));
        if (naive_in_setup(&n) || naive_winner(&n) != '-') continue;
        Naive twin = colours_exchanged(&n);
        Answer one = answer(s, &n, limit_depth(3)), other = answer(s, &twin, limit_depth(3));
        REQUIRE(answers_equal(&one, &other), "%s: another answer with colours exchanged", n.rules->name);
        moves += one.best != MOVE_NONE;
    }
    search_destroy(s);
    cr_assert_gt(moves, support_scaled(20), "%d", moves);
}

Test(search, the_same_node_limit_gives_the_same_answer) {
    SearchLimits choices[] = {limit_nodes(1), limit_nodes(100), limit_nodes(500), limit_nodes(1500)};
    check_repeats(choices, 4, 103);
}

/* Many searches of all kinds, none of which leaves a trace behind a clear. */
static void disturb(Search *s, Random *r) {
    static Listener other;
    for (int i = 0; i < 8; i++) {
        Naive n = random_any(rule_set(i), r);
        SearchLimits limits = limit_nodes(1 + random_below(r, 600));
        if (i % 4 == 1) limits.multipv = 3;
        if (i % 4 == 2) limits.mate = 2;
        if (i % 4 == 3) limits.depth = 2;
        REQUIRE(search_set_threads(s, 1 + i % 3), "no threads");
        if (i % 3 == 0) search_clear(s);
        run(s, &n, limits, &other);
    }
    REQUIRE(search_set_threads(s, 1), "no thread");
}

Test(search, many_searches_before_change_nothing_after_a_clear, .timeout = 120) {
    Random r = random_seeded(113);
    Search *s = create();
    for (int i = support_scaled(12); i; i--) {
        Naive n = i % 2 ? middle_game() : random_undecided(rule_set(i), &r);
        SearchLimits limits = limit_nodes(1 + random_below(&r, 4000));
        Answer first = answer(s, &n, limits);
        disturb(s, &r);
        Answer again = answer(s, &n, limits);
        REQUIRE(answers_equal(&first, &again), "%s: another answer after other searches", n.rules->name);
    }
    search_destroy(s);
}

/* Without a clear a search builds on those before it; from the same beginning that comes out the same as well. */
Test(search, the_same_searches_in_a_row_give_the_same_answers, .timeout = 120) {
    enum { GAMES = 2, TURNS = 12 };
    static Listener l;
    Random r = random_seeded(114);
    Search *s = create();
    for (int i = support_scaled(6); i; i--) {
        Naive begin = random_undecided(rule_set(i), &r);
        Move best[GAMES][TURNS];
        int64_t nodes[GAMES][TURNS];
        memset(best, 0, sizeof best);
        memset(nodes, 0, sizeof nodes);
        for (int game = 0; game < GAMES; game++) {
            Naive n = begin;
            search_clear(s);
            for (int turn = 0; turn < TURNS && naive_winner(&n) == '-'; turn++) {
                char text[MOVE_TEXT_SIZE];
                run(s, &n, limit_nodes(800), &l);
                best[game][turn] = l.best;
                nodes[game][turn] = l.line[0].nodes;
                move_text(l.best, text, sizeof text);
                naive_play(&n, text);
            }
        }
        REQUIRE(!memcmp(best[0], best[1], sizeof best[0]) && !memcmp(nodes[0], nodes[1], sizeof nodes[0]),
                "%s: the second game went another way", begin.rules->name);
    }
    search_destroy(s);
}

/* ---- limits ---- */

Test(search, depth_and_node_limits_are_kept, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    for (int depth = 1; depth <= 4; depth++) {
        run(s, &n, limit_depth(depth), &l);
        cr_assert_eq(l.line[0].depth, depth);
    }
    for (int64_t nodes = 1; nodes <= 3000; nodes = 3 * nodes + 1) {
        search_clear(s);
        run(s, &n, limit_nodes(nodes), &l);
        cr_assert_leq(l.line[0].nodes, nodes);
        cr_assert_geq(l.line[0].nodes, nodes - 1);
    }
    search_destroy(s);
}

/* That they end is all that can be said of these without a look at the clock: a limit that is not seen never ends. */
Test(search, time_limits_end_a_search, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    static const int64_t TIMES[] = {1, 20, 200};
    for (size_t i = 0; i < sizeof TIMES / sizeof *TIMES; i++) {
        SearchLimits limits = search_limits_none();
        limits.movetime = TIMES[i];
        run(s, &n, limits, &l);
        limits = search_limits_none();
        limits.clock = 10 * TIMES[i];
        limits.increment = 0;
        run(s, &n, limits, &l);
    }
    search_destroy(s);
}

/* A time that was over before the search began leaves it no node. */
Test(search, time_counts_from_when_the_command_was_read, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits movetime = search_limits_none(), clock = search_limits_none();
    movetime.movetime = clock.clock = 3600 * 1000;
    movetime.received = clock.received = clock_now_ms() - 2 * movetime.movetime;
    run(s, &n, movetime, &l);
    cr_assert_leq(l.line[0].nodes, 1);
    run(s, &n, clock, &l);
    cr_assert_leq(l.line[0].nodes, 1);
    search_destroy(s);
}

Test(search, limits_below_the_least_leave_the_least_to_do, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits[6];
    for (int i = 0; i < 6; i++) limits[i] = search_limits_none();
    limits[0].nodes = 0;
    limits[1].movetime = 0;
    limits[2].clock = 0;
    limits[3].clock = -5000;
    limits[4].depth = 0;
    limits[5].mate = 0;
    for (int i = 0; i < 6; i++) {
        search_clear(s);
        run(s, &n, limits[i], &l);
        if (i < 4) cr_assert_leq(l.line[0].nodes, 1, "limit %d", i);
        if (i == 4) cr_assert_eq(l.line[0].depth, 1);
    }
    search_destroy(s);
}

/* One legal turn, or a proof: a clock of hours is left alone, where the usual share of it would outlast the test. */
Test(search, what_is_decided_takes_no_time_off_the_clock, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive positions[] = {naive_of("veletas-7", "3wbb1/wbw1bbw/swbwsw1/1wbbbwb/wwwww2/bbbbbbw/3wBb1 w - 17"), middle_game()};
    Position middle = position_of(&positions[1]);
    Move only = MOVE_NONE;
    TurnIterator it = turns_begin(&middle);
    TurnSlice slice;
    REQUIRE(turns_next(&it, &slice), "no turn");
    only = move_turn(slice.from, slice.to, bb_first(slice.shots));
    for (int i = 0; i < 4; i++) {
        SearchLimits limits = search_limits_none();
        limits.clock = 100 * 3600 * 1000;
        limits.ponder = i >= 2;
        if (i % 2) {
            limits.root_moves = &only;
            limits.root_move_count = 1;
        }
        search_clear(s);
        start(s, &positions[i % 2], &limits, &l);
        if (limits.ponder) {
            usleep(30000);
            cr_assert(!l.dones, "ended before the hit");
            search_ponderhit(s);
        }
        finish(s, &l);
    }
    search_destroy(s);
}

Test(search, the_first_limit_reached_ends_the_search, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits = limit_depth(2);
    limits.nodes = 100000000;
    limits.movetime = 600000;
    run(s, &n, limits, &l);
    cr_assert_eq(l.line[0].depth, 2);
    limits = limit_nodes(200);
    limits.depth = 60;
    search_clear(s);
    run(s, &n, limits, &l);
    cr_assert_leq(l.line[0].nodes, 200);
    search_destroy(s);
}

Test(search, a_finished_game_has_no_answer, .timeout = 30) {
    static Listener l;
    Search *s = create();
    Naive over = naive_of("veletas-7", "B6/7/2b3b/1b3B1/7/5w1/w1w3s b - 4");
    SearchLimits infinite = search_limits_none();
    infinite.infinite = true;
    run(s, &over, limit_depth(3), &l);
    run(s, &over, infinite, &l);
    infinite.infinite = false;
    infinite.ponder = true;
    run(s, &over, infinite, &l);
    search_destroy(s);
}

/* Whatever is placed, all squares are taken then, and neither side has a turn. */
Test(search, a_setup_after_which_nobody_can_move_is_answered, .timeout = 30) {
    static Listener l;
    Search *s = create();
    Naive n = naive_of("veletas-7", "bbbbbbb/bbbbbbb/bbb2bb/bbbs1bb/bbbbbbb/bbbbbbb/bbbbbbb w - 1");
    run(s, &n, limit_depth(2), &l);
    cr_assert_neq(l.best, MOVE_NONE);
    search_destroy(s);
}

/* ---- stop and ponder ---- */

static Naive immediate_proof(void) {
    return naive_of("veletas-7", "3wbb1/wbw1bbw/swbwsw1/1wbbbwb/wwwww2/bbbbbbw/3wBb1 w - 17");
}

static void check_waits_for_stop(Search *s, const Naive *n, SearchLimits limits) {
    static Listener l;
    start(s, n, &limits, &l);
    usleep(60000);
    cr_assert(search_running(s) && !l.dones, "%s: ended without a word", n->rules->name);
    search_stop(s);
    finish(s, &l);
    search_stop(s);
    cr_assert_eq(l.dones, 1, "%s", n->rules->name);
}

Test(search, infinite_ends_at_stop_and_not_before, .timeout = 60) {
    Search *s = create();
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    Naive positions[] = {middle_game(), immediate_proof(), naive_start(naive_rules(0)),
                         naive_of("veletas-7", "7/3s3/7/b6/7/7/7 w ? 1")};
    for (int i = 0; i < 4; i++) {
        search_clear(s);
        check_waits_for_stop(s, &positions[i], limits);
    }
    limits.depth = 1; /* infinite beats all */
    check_waits_for_stop(s, &positions[0], limits);
    search_destroy(s);
}

Test(search, stop_right_after_start_still_answers, .timeout = 60) {
    static Listener l;
    Random r = random_seeded(104);
    Search *s = create();
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    search_stop(s);
    search_ponderhit(s);
    for (int i = support_scaled(150); i; i--) {
        Naive n = random_any(rule_set(i), &r);
        search_clear(s);
        start(s, &n, &limits, &l);
        if (i % 3 == 0) usleep((unsigned)random_below(&r, 2000));
        search_stop(s);
        finish(s, &l);
    }
    search_destroy(s);
}

Test(search, ponder_waits_for_the_hit, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits = limit_depth(1);
    limits.ponder = true;
    check_waits_for_stop(s, &n, limits);
    start(s, &n, &limits, &l);
    usleep(60000);
    cr_assert(search_running(s) && !l.dones, "ended before the hit");
    search_ponderhit(s);
    finish(s, &l);
    limits = limit_nodes(50);
    limits.ponder = true;
    start(s, &n, &limits, &l);
    usleep(30000);
    cr_assert(!l.dones, "the node limit counted while pondering");
    search_ponderhit(s);
    finish(s, &l);
    search_destroy(s);
}

Test(search, a_start_waits_for_the_search_before_it, .timeout = 60) {
    static Listener first, second;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits = limit_nodes(2000);
    start(s, &n, &limits, &first);
    start(s, &n, &limits, &second);
    cr_assert_eq(first.dones, 1);
    finish(s, &second);
    check_end(&first);
    search_destroy(s);
}

Test(search, destroy_stops_a_running_search, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits = search_limits_none();
    limits.infinite = true;
    start(s, &n, &limits, &l);
    search_destroy(s);
    check_end(&l);
}

/* ---- threads and table ---- */

Test(search, threads_and_table_can_be_changed_between_searches, .timeout = 120) {
    static Listener l;
    static const int THREADS[] = {3, 1, 2, 8, 1};
    Random r = random_seeded(105);
    Search *s = create();
    for (int i = 0; i < 5; i++) {
        cr_assert(search_set_threads(s, THREADS[i]));
        cr_assert(search_set_hash(s, (size_t)(1 + i)));
        for (int k = 0; k < 6; k++) {
            Naive n = random_any(rule_set(k), &r);
            search_clear(s);
            run(s, &n, limit_nodes(600), &l);
        }
    }
    search_destroy(s);
}

/* Whatever interrupts the clearing in the background, nothing of the searches before is left. */
Test(search, a_clearing_may_be_interrupted_anywhere, .timeout = 120) {
    static Listener l;
    enum { HASH_MB = 48 };
    Random r = random_seeded(116);
    Search *s = create();
    Naive n = middle_game();
    REQUIRE(search_set_hash(s, HASH_MB), "no memory");
    Answer first = answer(s, &n, limit_nodes(3000));
    for (int i = support_scaled(60); i; i--) {
        Naive other = random_any(rule_set(i), &r);
        int threads = 1 + random_below(&r, 4);
        run(s, &other, limit_nodes(2000), &l);
        for (int k = random_below(&r, 4); k; k--) switch (random_below(&r, 5)) {
            case 0: search_clear(s); break;
            case 1: search_wait(s); break;
            case 2: search_stop(s); break;
            case 3: REQUIRE(search_set_threads(s, threads), "no threads"); break;
            default: REQUIRE(search_set_hash(s, HASH_MB), "no memory");
            }
        REQUIRE(search_set_threads(s, 1), "no threads");
        if (i % 2) search_clear(s), usleep((unsigned)random_below(&r, 3000));
        Answer again = answer(s, &n, limit_nodes(3000));
        REQUIRE(answers_equal(&first, &again), "another answer after clearing");
        if (i % 20) continue;
        search_clear(s);
        search_destroy(s);
        s = create();
        REQUIRE(search_set_hash(s, HASH_MB), "no memory");
    }
    search_destroy(s);
}

/* Once for every kind of table: one whose memory is kept, and one that is given back to the system. */
Test(search, a_cleared_table_of_any_size_is_empty, .timeout = 120) {
    static const size_t MEGABYTES[] = {1, 3, 64, 1040};
    Search *s = create();
    Naive n = middle_game();
    for (int i = 0; i < 4; i++) {
        if (!search_set_hash(s, MEGABYTES[i])) continue;
        Answer first = answer(s, &n, limit_nodes(3000)), second = answer(s, &n, limit_nodes(3000));
        cr_assert(answers_equal(&first, &second), "%zu MB", MEGABYTES[i]);
    }
    search_destroy(s);
}

Test(search, a_table_that_is_too_large_leaves_the_old_one, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    Answer before = answer(s, &n, limit_depth(2));
    if (!search_set_hash(s, (size_t)1 << 40)) {
        Answer after = answer(s, &n, limit_depth(2));
        cr_assert(answers_equal(&before, &after), "another answer after a refused table");
    }
    run(s, &n, limit_depth(1), &l);
    search_destroy(s);
}

Test(search, the_table_fills_and_is_emptied, .timeout = 60) {
    static Listener l;
    Search *s = create();
    Naive n = middle_game();
    SearchLimits limits = limit_nodes(40000);
    run(s, &n, limits, &l);
    int filled = l.hashfull;
    run(s, &n, limit_nodes(1), &l);
    cr_assert_gt(filled, 10, "%d", filled);
    cr_assert_lt(l.hashfull, 3, "only the current search counts");
    search_destroy(s);
}

/* ---- several lines, chosen moves ---- */

/* The lines of one search: as many as asked for or as there are, each with a first move of its own, the best first. */
static void check_lines(const Listener *l, int asked) {
    const Position *p = &l->root.position;
    uint64_t turns = turns_count(p);
    int expected = turns < (uint64_t)asked ? (int)turns : asked;
    for (int i = 0; i < expected; i++) {
        if (!l->line[i].pv_length) continue;
        for (int k = 0; k < i; k++)
            REQUIRE(l->line[k].pv[0] != l->line[i].pv[0], "%s: lines %d and %d begin alike", p->variant->name, k + 1, i + 1);
    }
    for (int i = expected; i < MAX_LINES; i++)
        REQUIRE(!l->line[i].pv_length, "%s: line %d of %d", p->variant->name, i + 1, expected);
}

Test(search, lines_begin_with_different_moves) {
    static Listener l;
    Random r = random_seeded(106);
    Search *s = create();
    int lines = 0;
    for (int i = support_scaled(120); i; i--) {
        Naive n = random_any(rule_set(i), &r);
        SearchLimits limits = i % 2 ? limit_nodes(1 + random_below(&r, 800)) : limit_depth(1 + random_below(&r, 2));
        limits.multipv = 1 + random_below(&r, MAX_LINES);
        search_clear(s);
        run(s, &n, limits, &l);
        check_lines(&l, limits.multipv);
        for (int k = 0; k < MAX_LINES; k++) lines += l.line[k].pv_length > 0;
    }
    search_destroy(s);
    cr_assert_gt(lines, support_scaled(200), "%d", lines);
}

/* An abort keeps what was finished: with one line at least as much as was reported before. */
Test(search, lines_cut_short_are_whole_and_in_order) {
    static Listener l;
    Random r = random_seeded(115);
    Search *s = create();
    int mixed = 0;
    for (int i = support_scaled(150); i; i--) {
        Naive n = random_undecided(rule_set(i), &r);
        SearchLimits limits = limit_nodes(50 + random_below(&r, 3000));
        limits.multipv = 2 + random_below(&r, MAX_LINES - 1);
        REQUIRE(i % 50 || search_set_threads(s, 1 + i / 50 % 2), "no threads");
        search_clear(s);
        run(s, &n, limits, &l);
        check_lines(&l, limits.multipv);
        uint64_t turns = turns_count(&l.root.position);
        int asked = turns < (uint64_t)limits.multipv ? (int)turns : limits.multipv, depth = 0;
        for (int k = 0; k < asked; k++) depth = l.line[k].depth > depth ? l.line[k].depth : depth;
        for (int k = 0; k < asked && depth > 1; k++) {
            REQUIRE(l.line[k].depth >= depth - 1, "%s: line %d of depth %d beside depth %d", n.rules->name, k + 1,
                    l.line[k].depth, depth);
            mixed += l.line[k].depth < depth;
        }
    }
    search_destroy(s);
    cr_assert_gt(mixed, 20, "%d", mixed);
}

/* A setup search keeps lines for its candidates; none of them may come up in a search that ends before it has lines of its own. */
Test(search, lines_of_the_search_before_are_forgotten) {
    static Listener l;
    Search *s = create();
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        Random r = random_seeded((uint64_t)i);
        Naive setup = naive_start(naive_rules(i)), play = random_in_play(naive_rules(i), &r);
        SearchLimits limits = limit_nodes(1);
        search_clear(s);
        run(s, &setup, limits, &l);
        limits.multipv = 4;
        run(s, &play, limits, &l);
        check_lines(&l, 4);
        run(s, &setup, limits, &l);
        run(s, &setup, limit_nodes(1), &l);
        check_lines(&l, 1);
    }
    search_destroy(s);
}

Test(search, finished_depths_have_all_lines_the_best_first) {
    static Listener l;
    Random r = random_seeded(107);
    Search *s = create();
    for (int i = support_scaled(45); i; i--) {
        Naive n = random_undecided(rule_set(i), &r);
        SearchLimits limits = limit_depth(2);
        limits.multipv = 4;
        search_clear(s);
        run(s, &n, limits, &l);
        check_lines(&l, 4);
        uint64_t turns = turns_count(&l.root.position);
        for (int k = 0; k < 4 && (uint64_t)k < turns; k++) {
            REQUIRE(l.line[k].pv_length, "%s: no line %d", n.rules->name, k + 1);
            REQUIRE(!k || l.line[k].score <= l.line[k - 1].score, "%s: line %d is better than the one before", n.rules->name,
                    k + 1);
        }
    }
    search_destroy(s);
}

Test(search, only_the_chosen_moves_are_considered) {
    static Listener l;
    Random r = random_seeded(108);
    Search *s = create();
    int chosen = 0;
    for (int i = support_scaled(150); i; i--) {
        Naive n = random_any(rule_set(i), &r);
        Move moves[3];
        int count = 0;
        for (NaiveMove text; count < 1 + i % 3 && random_move(&n, &r, text);) moves[count++] = move_of(&n, text);
        if (!count) continue;
        SearchLimits limits = i % 2 ? limit_nodes(1 + random_below(&r, 500)) : limit_depth(1);
        limits.root_moves = moves;
        limits.root_move_count = (size_t)count;
        search_clear(s);
        start(s, &n, &limits, &l);
        Move copy[3];
        memcpy(copy, moves, sizeof copy);
        memset(moves, 0, sizeof moves); /* the search has its own copy */
        finish(s, &l);
        bool found = false;
        for (int k = 0; k < count; k++) found |= l.best == copy[k];
        REQUIRE(found, "%s: the answer is none of the chosen moves", n.rules->name);
        chosen++;
    }
    search_destroy(s);
    cr_assert_gt(chosen, support_scaled(100), "%d", chosen);
}

/* ---- proofs ---- */

static bool loses_within(Board *b, int plies);

/* Whether the side to move wins within so many plies whatever is answered: every turn is tried. */
static bool wins_within(Board *b, int plies) {
    Colour winner = position_winner(&b->position);
    if (winner != NO_COLOUR) return winner == b->position.side;
    const Position here = b->position;
    bool won = false;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; plies && !won && turns_next(&it, &slice);)
        while (slice.shots && !won) {
            Undo undo;
            board_play(b, move_turn(slice.from, slice.to, bb_pop(&slice.shots)), &undo);
            won = loses_within(b, plies - 1);
            board_undo(b, &undo);
        }
    return won;
}

static bool loses_within(Board *b, int plies) {
    Colour winner = position_winner(&b->position);
    if (winner != NO_COLOUR) return winner != b->position.side;
    if (!plies) return false;
    const Position here = b->position;
    bool lost = true;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; lost && turns_next(&it, &slice);)
        while (slice.shots && lost) {
            Undo undo;
            board_play(b, move_turn(slice.from, slice.to, bb_pop(&slice.shots)), &undo);
            lost = wins_within(b, plies - 1);
            board_undo(b, &undo);
        }
    return lost;
}

enum { FEW_TURNS = 24, MANY_TURNS = 200, SOLVED_PLIES = 5 };

typedef struct {
    int wins, losses, shortest;
} Proofs;

/* A proved score against all that can be played: the game must be decided so within the plies it tells. */
static void check_proof(Listener *l, Proofs *proofs) {
    const Heard *h = &l->line[0];
    int plies = score_plies(h->score);
    const char *rules = l->root.position.variant->name;
    if (!score_is_proved(h->score) || plies > SOLVED_PLIES) return;
    if (score_is_win(h->score)) {
        REQUIRE(wins_within(&l->root, plies), "%s: no win in %d", rules, plies);
        proofs->wins++;
        proofs->shortest += !wins_within(&l->root, plies - 1);
    } else {
        REQUIRE(loses_within(&l->root, plies), "%s: no loss in %d", rules, plies);
        proofs->losses++;
    }
}

/* The line of a proved score reaches the end of the game, and the right side wins there. */
static void check_proved_line(const Listener *l) {
    const Heard *h = &l->line[0];
    const char *rules = l->root.position.variant->name;
    Board end;
    if (!score_is_proved(h->score)) return;
    REQUIRE(h->pv_length <= score_plies(h->score) && play_line(&l->root, h->pv, h->pv_length, &end),
            "%s: the line has %d of %d plies", rules, h->pv_length, score_plies(h->score));
    Colour winner = position_winner(&end.position);
    bool root_wins = winner == l->root.position.side;
    REQUIRE(winner != NO_COLOUR && root_wins == score_is_win(h->score), "%s: the line does not end so", rules);
}

Test(search, proved_scores_are_true) {
    static Listener l;
    Random r = random_seeded(109);
    Search *s = create();
    Proofs proofs = {0, 0, 0};
    for (int i = support_scaled(250); i; i--) {
        Naive n = random_late(rule_set(i), FEW_TURNS, &r);
        search_clear(s);
        run(s, &n, limit_depth(1 + i % 7), &l);
        check_proof(&l, &proofs);
        check_proved_line(&l);
    }
    search_destroy(s);
    cr_log_info("%d wins, %d of them the shortest; %d losses", proofs.wins, proofs.shortest, proofs.losses);
    cr_assert_gt(proofs.wins, support_scaled(50), "%d", proofs.wins);
    cr_assert_gt(proofs.losses, support_scaled(30), "%d", proofs.losses);
    cr_assert_geq(100 * proofs.shortest, 95 * proofs.wins, "%d of %d wins are the shortest", proofs.shortest, proofs.wins);
}

/* Whether the first move of the line leads to a position that the other side loses in time. */
static bool first_move_wins(const Listener *l, int plies) {
    Board b = l->root;
    Undo undo;
    board_play(&b, l->line[0].pv[0], &undo);
    return loses_within(&b, plies - 1);
}

/* With more turns than a selective search looks at: no loss may be called proved, and no win be built on it, before all turns
 * are refuted. */
static void check_near_proof(Listener *l, Proofs *proofs) {
    const char *rules = l->root.position.variant->name;
    int plies = score_plies(l->line[0].score);
    check_proved_line(l);
    if (score_is_win(l->line[0].score) && plies <= 3) {
        REQUIRE(first_move_wins(l, plies), "%s: no win in %d", rules, plies);
        proofs->wins++;
    } else if (score_is_loss(l->line[0].score) && plies <= 2) {
        REQUIRE(loses_within(&l->root, plies), "%s: no loss in %d", rules, plies);
        proofs->losses++;
    }
}

Test(search, proved_scores_are_true_where_there_are_many_turns) {
    static Listener l;
    Random r = random_seeded(112);
    Search *s = create();
    Proofs proofs = {0, 0, 0};
    for (int i = support_scaled(300); i; i--) {
        Naive n = random_late(rule_set(i), MANY_TURNS, &r);
        search_clear(s);
        run(s, &n, limit_depth(2 + i % 2), &l);
        check_near_proof(&l, &proofs);
    }
    search_destroy(s);
    cr_assert_gt(proofs.wins, 5, "%d", proofs.wins);
    cr_assert_gt(proofs.losses, 1, "%d", proofs.losses);
}

/* Here the turns looked at first all lose to one shot while a later one does not: a search that stops at its width claims a win. */
Test(search, a_win_is_not_proved_by_the_likely_replies_alone) {
    static Listener l;
    Search *s = create();
    Proofs proofs = {0, 0, 0};
    Naive positions[] = {naive_of("interim-9", "8W/9/6w1b/4w4/4B4/1bww2sw1/b7b/1w1W4w/2sb5 w x 45"),
                         naive_of("classic-7", "1ww1s1b/b1b3w/bb4b/wb2bw1/s1b1wbb/wwb1www/w1bsww1 b - 1713")};
    for (int i = 0; i < 2; i++)
        for (int depth = 1; depth <= 4; depth++) {
            search_clear(s);
            run(s, &positions[i], limit_depth(depth), &l);
            check_near_proof(&l, &proofs);
        }
    search_destroy(s);
}

Test(search, proved_scores_are_true_when_cut_short_and_with_many_threads) {
    static Listener l;
    Random r = random_seeded(111);
    Search *s = create();
    Proofs proofs = {0, 0, 0};
    cr_assert(search_set_threads(s, 4));
    for (int i = support_scaled(100); i; i--) {
        Naive n = random_late(rule_set(i), FEW_TURNS, &r);
        search_clear(s);
        run(s, &n, limit_nodes(1 + random_below(&r, 8000)), &l);
        check_proof(&l, &proofs);
    }
    search_destroy(s);
    /* Which thread was how far when the nodes ran out is the scheduler's business: some 31 and 10 on an idle machine. */
    cr_assert_gt(proofs.wins, 5, "%d", proofs.wins);
    cr_assert_gt(proofs.losses, 0, "%d", proofs.losses);
}

/* `mate` proves or refutes: it finds a win if and only if there is one. */
static void check_mate_searches(int threads, int count, uint64_t seed) {
    static Listener l;
    Random r = random_seeded(seed);
    Search *s = create();
    int found = 0, refuted = 0;
    cr_assert(search_set_threads(s, threads));
    for (int i = 0; i < count; i++) {
        Naive n = random_late(rule_set(i), i % 3 < 2 ? FEW_TURNS : FEW_TURNS / 2, &r);
        SearchLimits limits = search_limits_none();
        limits.mate = 1 + i % 3;
        search_clear(s);
        run(s, &n, limits, &l);
        int plies = 2 * (int)limits.mate;
        bool win = score_is_win(l.line[0].score) && score_plies(l.line[0].score) <= plies;
        bool expected = wins_within(&l.root, plies);
        REQUIRE(win == expected, "%s: a win in %d plies was %s", n.rules->name, plies, expected ? "missed" : "invented");
        found += win;
        refuted += !win;
    }
    search_destroy(s);
    cr_assert_gt(found, count / 7, "%d", found);
    cr_assert_gt(refuted, count / 7, "%d", refuted);
}

Test(search, a_mate_search_finds_every_win) { check_mate_searches(1, support_scaled(200), 110); }

Test(search, a_mate_search_of_many_threads_finds_every_win) { check_mate_searches(4, support_scaled(60), 113); }

/* ---- positions with known winning moves ---- */

static bool is_listed(const char *moves, const char *move) {
    size_t length = strlen(move);
    for (const char *at = strstr(moves, move); at; at = strstr(at + 1, move))
        if ((at == moves || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

/* How many lines of the file are answered with a winning move. */
static int solve_file(Search *s, const char *name, int moves_field, int64_t nodes, int *lines) {
    static Listener l;
    DataFile d = data_open(name);
    int solved = 0;
    while (data_next(&d)) {
        char text[MOVE_TEXT_SIZE];
        Naive n = naive_of(d.field[0], d.field[1]);
        search_clear(s);
        run(s, &n, limit_nodes(nodes), &l);
        move_text(l.best, text, sizeof text);
        solved += is_listed(d.field[moves_field], text);
        ++*lines;
    }
    return solved;
}

/* The second worker does nothing but prove, and its answer is the search's. */
Test(search, late_positions_are_proved_by_a_helper) {
    static Listener l;
    Search *s = create();
    DataFile d = data_open("late.epd");
    int proved = 0, lines = 0;
    cr_assert(search_set_threads(s, 2));
    while (data_next(&d)) {
        Naive n = naive_of(d.field[0], d.field[1]);
        search_clear(s);
        run(s, &n, limit_nodes(1000000), &l);
        check_proved_line(&l);
        proved += score_is_win(l.line[0].score);
        lines++;
    }
    search_destroy(s);
    cr_assert_eq(lines, 12);
    cr_assert_geq(proved, 10, "%d of %d", proved, lines);
}

Test(search, most_solved_positions_are_solved) {
    Search *s = create();
    int lines = 0, late_lines = 0;
    int solved = solve_file(s, "tactics.epd", 3, 3000, &lines), late = solve_file(s, "late.epd", 4, 3000, &late_lines);
    search_destroy(s);
    cr_log_info("%d of %d built and %d of %d played positions solved", solved, lines, late, late_lines);
    cr_assert_eq(lines, 48);
    cr_assert_eq(late_lines, 12);
    cr_assert_geq(10 * solved, 9 * lines, "%d of %d", solved, lines);
}
