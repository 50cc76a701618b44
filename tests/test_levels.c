/* Play below full strength: the order of the levels, that they repeat themselves whatever else is going on, and that limits and rules
 * hold for them too. Nothing here hangs on the speed of the machine. */
#include "search/levels.h"

#include <string.h>
#include <unistd.h>

#include "engine/movegen.h"
#include "eval/eval.h"
#include "search/search.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(levels, .init = init, .timeout = 300);

enum { MIDDLE = 900 }; /* from this level on a win in one is found */

/* ---- searches ---- */

typedef struct {
    Move best, ponder;
    Score score; /* of the last line 1 */
    uint64_t nodes;
    int lines;  /* the highest line number */
    int losses; /* lines whose score was a proved loss */
    atomic_int dones;
} Answer;

static void on_info(void *context, const SearchInfo *info) {
    Answer *a = context;
    if (info->multipv == 1) a->score = info->score;
    if (info->multipv > a->lines) a->lines = info->multipv;
    a->losses += score_is_loss(info->score);
    a->nodes = info->nodes;
}

static void on_done(void *context, Move best, Move ponder) {
    Answer *a = context;
    a->best = best;
    a->ponder = ponder;
    a->dones++;
}

static Search *create(int hash, int threads) {
    Search *s = search_create((size_t)hash);
    REQUIRE(s && search_set_threads(s, threads), "no searcher");
    return s;
}

static SearchLimits limit_elo(int elo) {
    SearchLimits limits = search_limits_none();
    limits.elo = elo;
    return limits;
}

static void start(Search *s, const Position *p, const SearchLimits *limits, Answer *out) {
    memset(out, 0, sizeof *out);
    search_start(s, p, limits, &(SearchListener){on_info, on_done, out});
}

static void run(Search *s, const Position *p, SearchLimits limits, Answer *out) {
    start(s, p, &limits, out);
    search_wait(s);
    REQUIRE(out->dones == 1, "done %d times", out->dones);
    if (turns_count(p)) REQUIRE(turn_is_legal(p, out->best), "%s: an illegal answer", p->variant->name);
    else REQUIRE(out->best == MOVE_NONE, "%s: a move where there is none", p->variant->name);
}

static bool same(const Answer *a, const Answer *b) {
    return a->best == b->best && a->ponder == b->ponder && a->score == b->score && a->nodes == b->nodes;
}

static Position random_position(int i, Random *r) {
    Naive n = random_any(naive_rules(i % NAIVE_RULE_SETS), r);
    return position_of(&n);
}

static int random_elo(Random *r) { return LEVEL_LEAST + random_below(r, LEVEL_MOST - LEVEL_LEAST + 1); }

static bool wins_at_once(const Position *p, Move m) {
    Board b;
    Undo undo;
    board_set(&b, p);
    board_play(&b, m, &undo);
    return position_winner(&b.position) == p->side;
}

/* ---- the scale ---- */

Test(levels, a_higher_level_is_less_limited) {
    Level last = level_of(LEVEL_LEAST - 1000), most = level_of(LEVEL_MOST);
    cr_assert_geq(last.candidates, 100);
    cr_assert_geq(last.nodes, 1);
    for (int elo = LEVEL_LEAST; elo <= LEVEL_MOST; elo++) {
        Level level = level_of(elo);
        REQUIRE(level.judgement >= last.judgement && level.candidates >= last.candidates && level.nodes >= last.nodes,
                "%d is more limited than the level below", elo);
        last = level;
    }
    cr_assert_leq(most.judgement, 1000);
    cr_assert_leq(most.candidates, 100 * MAX_CANDIDATES);
    Level beyond = level_of(LEVEL_MOST + 1000);
    cr_assert(beyond.judgement == most.judgement && beyond.candidates == most.candidates && beyond.nodes == most.nodes);
}

Test(levels, a_hundred_elo_are_never_nothing) {
    for (int elo = LEVEL_LEAST; elo + 100 <= LEVEL_MOST; elo++) {
        Level low = level_of(elo), high = level_of(elo + 100);
        REQUIRE(high.judgement > low.judgement || high.candidates > low.candidates || high.nodes > low.nodes,
                "%d and %d are the same", elo, elo + 100);
    }
}

/* By built positions in which few turns win. */
Test(levels, higher_levels_find_more) {
    static const int ELOS[] = {LEVEL_LEAST, (LEVEL_LEAST + LEVEL_MOST) / 2, LEVEL_MOST};
    int found[3] = {0}, positions = 0;
    Search *s = create(1, 1);
    DataFile d = data_open("tactics.epd");
    while (data_next(&d)) {
        Naive n = naive_of(d.field[0], d.field[1]);
        Position p = position_of(&n);
        positions++;
        for (int i = 0; i < 3; i++) {
            Answer a;
            run(s, &p, limit_elo(ELOS[i]), &a);
            char moves[4096];
            snprintf(moves, sizeof moves, "%s", d.field[3]);
            for (char *save, *word = strtok_r(moves, " ", &save); word; word = strtok_r(NULL, " ", &save))
                found[i] += move_of(&n, word) == a.best;
        }
    }
    search_destroy(s);
    cr_assert(found[0] + positions / 10 < found[1] && found[1] < found[2], "%d, %d and %d of %d", found[0], found[1],
              found[2], positions);
}

/* ---- a level repeats itself ---- */

Test(levels, a_level_hangs_on_nothing_but_the_position) {
    Random r = random_seeded(801);
    Search *s = create(1, 1), *other = create(4, 3);
    int moves = 0;
    for (int i = support_scaled(120); i; i--) {
        Position p = random_position(i, &r), disturbing = random_position(i, &r);
        SearchLimits limits = limit_elo(random_elo(&r)), full = search_limits_none();
        full.nodes = 300;
        Answer first, second, third, ignored;
        run(s, &p, limits, &first);
        run(s, &disturbing, full, &ignored);
        run(s, &p, full, &ignored);
        run(s, &disturbing, limit_elo(random_elo(&r)), &ignored);
        run(s, &p, limits, &second);
        REQUIRE(same(&first, &second), "%s: another answer after other searches", p.variant->name);
        run(other, &p, limits, &third);
        REQUIRE(same(&first, &third), "%s: another answer with more threads and hash", p.variant->name);
        moves += first.best != MOVE_NONE;
    }
    search_destroy(s);
    search_destroy(other);
    cr_assert_gt(moves, 60, "%d", moves);
}

Test(levels, a_level_leaves_full_strength_as_it_was) {
    Random r = random_seeded(802);
    Search *s = create(1, 1), *other = create(1, 1);
    SearchLimits full = search_limits_none();
    full.nodes = 500;
    for (int i = support_scaled(30); i; i--) {
        Position p = random_position(i, &r);
        Answer first, second, ignored;
        search_clear(s);
        search_clear(other);
        run(s, &p, full, &first);
        run(other, &p, limit_elo(LEVEL_LEAST), &ignored);
        run(other, &p, limit_elo(LEVEL_MOST), &ignored);
        run(other, &p, full, &second);
        REQUIRE(same(&first, &second), "%s: another answer after a level's", p.variant->name);
    }
    search_destroy(s);
    search_destroy(other);
}

Test(levels, pondering_makes_no_level_stronger, .timeout = 60) {
    Random r = random_seeded(803);
    Search *s = create(1, 2);
    for (int i = 12; i; i--) {
        Naive n = random_undecided(naive_rules(i), &r);
        Position p = position_of(&n);
        SearchLimits limits = limit_elo(i % 2 ? LEVEL_MOST : MIDDLE);
        Answer at_once, pondered;
        run(s, &p, limits, &at_once);
        limits.ponder = true;
        start(s, &p, &limits, &pondered);
        usleep(20000);
        REQUIRE(!pondered.dones || !turns_count(&p), "ended before the hit");
        search_ponderhit(s);
        search_wait(s);
        REQUIRE(same(&at_once, &pondered), "%s: another answer after pondering", p.variant->name);
    }
    search_destroy(s);
}

/* ---- what holds on every level ---- */

Test(levels, every_level_answers_legally_and_keeps_its_nodes) {
    Random r = random_seeded(804);
    Search *s = create(1, 1);
    for (int i = support_scaled(450); i; i--) {
        Position p = random_position(i, &r);
        int elo = i % 3 == 0 ? LEVEL_LEAST : i % 3 == 1 ? LEVEL_MOST : random_elo(&r);
        Level level = level_of(elo);
        SearchLimits limits = limit_elo(elo);
        int64_t nodes = level_nodes(&level, &p);
        if (i % 2) limits.nodes = nodes = 1 + random_below(&r, 20);
        Answer a;
        run(s, &p, limits, &a);
        /* A proof is completed beyond the limit. */
        REQUIRE(a.nodes <= (uint64_t)nodes || score_is_proved(a.score), "%s: %d nodes at %d", p.variant->name, (int)a.nodes,
                elo);
        REQUIRE(!a.losses || position_in_setup(&p), "%s: a loss by some turns is called a proof", p.variant->name);
    }
    search_destroy(s);
}

Test(levels, wins_in_one_are_found_from_the_middle_on) {
    Random r = random_seeded(805);
    static Move turns[MAX_TURNS];
    Search *s = create(1, 1);
    int wins = 0, missed = 0;
    for (int i = support_scaled(3000); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        int count = (int)turns_list(&p, turns), winning = 0;
        for (int k = 0; k < count; k++) winning += wins_at_once(&p, turns[k]);
        if (!winning || winning == count) continue;
        Answer a;
        run(s, &p, limit_elo(MIDDLE + random_below(&r, LEVEL_MOST - MIDDLE + 1)), &a);
        REQUIRE(wins_at_once(&p, a.best), "%s: a win in one is overlooked", p.variant->name);
        run(s, &p, limit_elo(LEVEL_LEAST), &a);
        missed += !wins_at_once(&p, a.best);
        wins++;
    }
    search_destroy(s);
    cr_assert_gt(wins, 20, "%d", wins);
    cr_assert_lt(missed, wins);
}

Test(levels, chosen_moves_and_lines_stay_among_their_own) {
    Random r = random_seeded(806);
    static Move turns[MAX_TURNS];
    Search *s = create(1, 1);
    for (int i = support_scaled(60); i; i--) {
        Naive n = random_undecided(naive_rules(i % NAIVE_RULE_SETS), &r);
        Position p = position_of(&n);
        int count = (int)turns_list(&p, turns);
        if (!count) continue;
        Move chosen[3];
        for (int k = 0; k < 3; k++) chosen[k] = turns[random_below(&r, count)];
        SearchLimits limits = limit_elo(random_elo(&r));
        limits.root_moves = chosen;
        limits.root_move_count = 3;
        Answer a;
        run(s, &p, limits, &a);
        REQUIRE(a.best == chosen[0] || a.best == chosen[1] || a.best == chosen[2], "%s: a move not asked for",
                p.variant->name);
        limits = limit_elo(LEVEL_MOST);
        limits.multipv = 200;
        run(s, &p, limits, &a);
        REQUIRE(a.lines <= MAX_CANDIDATES, "%s: %d lines", p.variant->name, a.lines);
    }
    search_destroy(s);
}

/* ---- setup turns ---- */

Test(levels, every_level_places_and_may_swap) {
    Search *s = create(1, 1);
    int swaps = 0;
    for (int i = 0; i < NAIVE_RULE_SETS; i++) {
        Naive n = naive_start(naive_rules(i));
        for (int elo = LEVEL_LEAST; elo <= LEVEL_MOST; elo += 300) {
            Answer a;
            Board b;
            Undo undo;
            Position p = position_of(&n);
            run(s, &p, limit_elo(elo), &a);
            board_set(&b, &p);
            board_play(&b, a.best, &undo);
            run(s, &b.position, limit_elo(elo), &a);
            swaps += a.best == MOVE_SWAP;
            board_play(&b, a.best, &undo);
            if (!position_in_setup(&b.position)) continue;
            run(s, &b.position, limit_elo(elo), &a); /* the first player's setup after a swap */
            REQUIRE(a.best != MOVE_SWAP, "%s: two swaps", p.variant->name);
        }
    }
    search_destroy(s);
    cr_assert_gt(swaps, 0);
}

/* ---- time ---- */

Test(levels, infinite_waits_for_stop, .timeout = 60) {
    Search *s = create(1, 2);
    Random r = random_seeded(807);
    for (int i = 0; i < 8; i++) {
        Naive n = random_in_play(naive_rules(i), &r);
        Position p = position_of(&n);
        if (!turns_count(&p)) continue;
        SearchLimits limits = limit_elo(i % 2 ? LEVEL_MOST : LEVEL_LEAST);
        limits.infinite = true;
        Answer a;
        start(s, &p, &limits, &a);
        if (i % 4) usleep(20000);
        cr_assert_eq(a.dones, 0);
        search_stop(s);
        search_wait(s);
        cr_assert(turn_is_legal(&p, a.best));
    }
    search_destroy(s);
}

Test(levels, no_time_is_answered_all_the_same, .timeout = 60) {
    Search *s = create(1, 1);
    Position p = position_start(variant_at(0));
    Random r = random_seeded(808);
    for (int i = 0; i < 30; i++) {
        SearchLimits limits = limit_elo(LEVEL_MOST);
        Answer a;
        limits.movetime = 0;
        run(s, &p, limits, &a);
        p = random_position(i, &r);
    }
    search_destroy(s);
}
