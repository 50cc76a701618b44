/* What the fitting tool reads and how it measures: games against the naive rules, measures against sums done by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation.h"
#include "tests/support.h"
#include "tools/lab/fit/games.h"
#include "tools/lab/fit/measures.h"

TestSuite(games, .init = support_init);
TestSuite(measures);

/* Each test is a process of its own, so one name will do. Some of them end in exit(). */
static char path[SUPPORT_PATH];
static void remove_file(void) { unlink(path); }

static FILE *make_file(void) {
    int descriptor = mkstemp(support_temporary(path, "fit"));
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    cr_assert(file && !atexit(remove_file), "cannot write %s", path);
    return file;
}

static void write_file(const char *text) {
    FILE *file = make_file();
    fputs(text, file);
    fclose(file);
}

/* ---- games ---- */

enum { MOST_TURNS = 100, MOST_GAMES = 64, FIRST = 40 /* number of the first game */ };

typedef struct {
    Naive before[MOST_TURNS];
    int8_t shooter[MOST_TURNS][NAIVE_SQUARES]; /* by turn and square: which one of the start stands there */
    int score[MOST_TURNS];
    int turns;
    Colour claimant[MAX_SHOOTERS]; /* by shooter of the start */
    char winner;
} Played;

static Played played[MOST_GAMES];
static const char *wanted;
static int games, game, visited, turn, by_nobody, by_each[2];

static char at(const Naive *n, int square) { return n->at[square / NAIVE_SIDE][square % NAIVE_SIDE]; }
static bool is_shooter(const Naive *n, int square) { return strchr("sBW", at(n, square)) != NULL; }

/* Follows the shooters over a turn by comparing the boards. */
static void follow(Played *g, int8_t shooter[NAIVE_SQUARES], const Naive *before, const Naive *after) {
    int from = -1, to = -1;
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        if (is_shooter(before, square) && !is_shooter(after, square)) from = square;
        if (!is_shooter(before, square) && is_shooter(after, square)) to = square;
    }
    if (to >= 0) shooter[to] = shooter[from];
    for (int square = 0; square < NAIVE_SQUARES; square++) {
        char is = at(after, square);
        if (is != at(before, square) && (is == 'B' || is == 'W')) g->claimant[shooter[square]] = is == 'B' ? BLACK : WHITE;
    }
}

/* A position in play some random turns after the setup, at times with shooters already claimed. */
static Naive random_opening(const NaiveRules *rules, Random *r) {
    for (;;) {
        Naive n = random_played(rules, r, 3 + random_below(r, 30));
        if (!naive_in_setup(&n) && naive_winner(&n) == '-') return n;
    }
}

/* Plays on to the end and writes the line of it. */
static void play_game(Played *g, const NaiveRules *rules, Random *r, FILE *file) {
    char text[NAIVE_TEXT_SIZE];
    int8_t shooter[NAIVE_SQUARES] = {0}, next = 0;
    NaiveMove move;
    Naive n = random_opening(rules, r);
    for (int square = 0; square < NAIVE_SQUARES; square++)
        if (is_shooter(&n, square)) shooter[square] = next++;
    for (int i = 0; i < MAX_SHOOTERS; i++) g->claimant[i] = NO_COLOUR;
    naive_write(&n, text);
    fprintf(file, "%d;%s;%s;", random_below(r, 1000), rules->name, text);
    for (g->turns = 0; random_move(&n, r, move); g->turns++) {
        g->before[g->turns] = n;
        g->score[g->turns] = random_below(r, 2 * SCORE_MATE + 1) - SCORE_MATE;
        memcpy(g->shooter[g->turns], shooter, sizeof shooter);
        naive_play(&n, move);
        follow(g, shooter, &g->before[g->turns], &n);
        fprintf(file, "%s%s=%d", g->turns ? " " : "", move, g->score[g->turns]);
    }
    g->winner = naive_winner(&n);
    fprintf(file, ";%c\n", g->winner);
}

static void check_claimants(const Played *g, const GamePosition *p) {
    int i = 0;
    for (Bitboard rest = p->board->position.shooters; rest; i++) {
        Square s = bb_pop(&rest);
        Colour claimant = g->claimant[g->shooter[turn][square_file(s) * NAIVE_SIDE + square_rank(s)]];
        REQUIRE(p->claimant[i] == claimant, "game %d, turn %d: shooter %d: %d, not %d", game, turn, i, p->claimant[i],
                claimant);
        claimant == NO_COLOUR ? by_nobody++ : by_each[claimant]++;
    }
}

static void check_visit(const GamePosition *p) {
    while (game < games && strcmp(wanted, FIT_ALL) && strcmp(wanted, played[game].before[0].rules->name)) game++;
    const Played *g = &played[game];
    REQUIRE(game < games && p->game == FIRST + visited, "game %d, not %d", p->game, FIRST + visited);
    REQUIRE(same_text(&p->board->position, &g->before[turn]) && board_check(p->board), "game %d, turn %d", game, turn);
    REQUIRE(p->third == (3 * turn >= g->turns) + (3 * turn >= 2 * g->turns), "turn %d of %d: third %d", turn, g->turns,
            p->third);
    REQUIRE(p->score == g->score[turn], "game %d, turn %d: score %d, not %d", game, turn, p->score, g->score[turn]);
    REQUIRE(p->black_won == (g->winner == 'b'), "game %d", game);
    check_claimants(g, p);
    if (++turn < g->turns) return;
    game++;
    visited++;
    turn = 0;
}

Test(games, positions_are_those_of_the_naive_game) {
    Random r = random_seeded(421);
    FILE *file = make_file();
    for (int i = 0; i < 2 * NAIVE_RULE_SETS; i++) play_game(&played[games++], naive_rules(i % NAIVE_RULE_SETS), &r, file);
    fclose(file);
    for (int i = -1; i < NAIVE_RULE_SETS; i++) {
        int expected = i < 0 ? games : 2;
        wanted = i < 0 ? FIT_ALL : naive_rules(i)->name;
        game = visited = 0;
        cr_assert_eq(games_read(path, wanted, FIRST, check_visit), FIRST + expected);
        cr_assert(visited == expected && turn == 0, "%s: %d games visited of %d", wanted, visited, expected);
    }
    for (int c = BLACK; c <= WHITE; c++) cr_assert_gt(by_each[c], 100, "%d", by_each[c]);
    cr_assert_gt(by_nobody, 100, "%d", by_nobody);
}

/* ---- files that are refused: the message ends the program ---- */

static void visit_nothing(const GamePosition *p) { (void)p; }

static void read_text(const char *text) {
    write_file(text);
    games_read(path, "veletas-7", FIRST, visit_nothing);
    cr_assert_fail("not refused: %s", text);
}

#define START "0;veletas-7;7/7/2s4/3s3/4s2/7/7 b - 1;"
#define TURNS "c5-c6/c5=12 d4-d5/d4=-7;w\n"

#define SHORT_GAME "0;veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;c6=500;"

/* What the refused files are next to. */
Test(games, a_short_game_is_read) {
    write_file(SHORT_GAME "b\n");
    cr_assert_eq(games_read(path, "veletas-7", FIRST, visit_nothing), FIRST + 1);
}

/* Longer than any buffer of fixed size that a reader might have. */
Test(games, a_long_line_is_read_whole) {
    enum { BLANKS = 100000 };
    FILE *file = make_file();
    fprintf(file, "0;veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;%*sc6=500;b\n", BLANKS, "");
    fclose(file);
    cr_assert_eq(games_read(path, "veletas-7", FIRST, visit_nothing), FIRST + 1);
}

Test(games, illegal_moves_are_refused, .exit_code = EXIT_FAILURE) {
    read_text("0;veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;c5=500;b\n");
}
Test(games, unknown_rules_are_refused, .exit_code = EXIT_FAILURE) {
    read_text("0;chess;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;c6=500;b\n");
}
Test(games, bad_positions_are_refused, .exit_code = EXIT_FAILURE) {
    read_text("0;veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w5 b - 20;c6=500;b\n");
}
Test(games, missing_fields_are_refused, .exit_code = EXIT_FAILURE) { read_text(START "\n"); }
Test(games, setups_are_refused, .exit_code = EXIT_FAILURE) {
    read_text("0;veletas-7;7/7/7/7/7/7/7 b - 1;d4/a1=0 c3,e5/g7=0;b\n");
}
Test(games, moves_without_a_score_are_refused, .exit_code = EXIT_FAILURE) { read_text(START "c5-c6/c5 d4-d5/d4=-7;w\n"); }
Test(games, scores_that_are_no_numbers_are_refused, .exit_code = EXIT_FAILURE) {
    read_text(START "c5-c6/c5=x d4-d5/d4=-7;w\n");
}
Test(games, games_without_an_end_are_refused, .exit_code = EXIT_FAILURE) { read_text(START TURNS); }
Test(games, wrong_results_are_refused, .exit_code = EXIT_FAILURE) { read_text(SHORT_GAME "w\n"); }
Test(games, strange_results_are_refused, .exit_code = EXIT_FAILURE) { read_text(SHORT_GAME "x\n"); }
Test(games, empty_files_are_refused, .exit_code = EXIT_FAILURE) { read_text(""); }

/* ---- measures ---- */

static void expect_near(double value, double expected, const char *what) {
    cr_expect(fabs(value - expected) < 1e-9, "%s: %.12f, not %.12f", what, value, expected);
}

Test(measures, results_are_summed_by_third_and_bin) {
    Measures m = {0};
    measures_result(&m, 0, 0.8125, 1);
    measures_result(&m, 2, 0.25, 0);
    measures_result(&m, 2, 0.875, 0);
    expect_near(m.result_loss[0], 0.207639364778, "-ln 0.8125");
    expect_near(m.result_loss[2], 2.367123614131, "-ln 0.75 - ln 0.125");
    expect_near(m.result_brier[0], 0.03515625, "0.1875²");
    expect_near(m.result_brier[2], 0.828125, "0.25² + 0.875²");
    cr_expect(m.results[0] == 1 && m.results[1] == 0 && m.results[2] == 2 && m.result_loss[1] == 0 &&
              m.result_brier[1] == 0);
    cr_expect(m.count[8] == 2 && m.promised[8] == 1.6875 && m.kept[8] == 1);
    cr_expect(m.count[2] == 1 && m.promised[2] == 0.25 && m.kept[2] == 0);
    cr_expect(m.count[0] + m.count[1] + m.count[7] + m.count[9] == 0 && m.claims == 0);
    expect_near(measures_loss(&m), (0.207639364778 + 2.367123614131) / 3, "mean");
}

Test(measures, certainties_cost_a_bounded_price) {
    Measures m = {0};
    measures_result(&m, 1, 1, 1);
    measures_result(&m, 1, 0, 0);
    expect_near(m.result_loss[1], 0, "right");
    measures_result(&m, 1, 1, 0);
    measures_result(&m, 1, 0, 1);
    expect_near(m.result_loss[1], 27.631021115929, "-2 ln 1e-6");
    expect_near(m.result_brier[1], 2, "wrong");
    cr_expect(m.count[0] == 2 && m.kept[0] == 1 && m.count[MEASURE_BINS - 1] == 2 && m.promised[MEASURE_BINS - 1] == 2);
}

Test(measures, claims_are_summed_apart) {
    Measures m = {0};
    measures_claim(&m, 0.9, 1);
    measures_claim(&m, 0.9, 0);
    expect_near(m.claim_loss, 2.407945608652, "-ln 0.9 - ln 0.1");
    expect_near(m.claim_brier, 0.82, "0.1² + 0.9²");
    cr_expect(m.claims == 2 && m.results[0] + m.results[1] + m.results[2] == 0);
}

/* Something in every field, and nowhere the same. */
static Measures example(int seed) {
    Measures m;
    double *field = (double *)&m;
    for (size_t i = 0; i < sizeof m / sizeof *field; i++) field[i] = 100 * seed + (double)i + 0.5;
    return m;
}

Test(measures, sums_take_every_field) {
    Measures a = example(1), b = example(7);
    measures_add(&a, &b);
    const double *field = (const double *)&a;
    for (size_t i = 0; i < sizeof a / sizeof *field; i++) cr_expect_eq(field[i], 801 + 2 * (double)i, "field %zu", i);
}

static void save_three(Measures by_game[3]) {
    for (int i = 0; i < 3; i++) by_game[i] = example(i);
    fclose(make_file());
    measures_save(by_game, 3, path);
}

Test(measures, saved_ones_are_loaded) {
    Measures saved[3];
    save_three(saved);
    Measures *loaded = measures_load(3, path);
    cr_expect(memcmp(loaded, saved, sizeof saved) == 0);
    free(loaded);
}

static void load_of_three(size_t games_expected) {
    Measures saved[3];
    save_three(saved);
    free(measures_load(games_expected, path));
    cr_assert_fail("%zu games of 3 loaded", games_expected);
}

Test(measures, not_saving_is_fatal, .exit_code = EXIT_FAILURE) {
    Measures m = example(1);
    measures_save(&m, 1, "/no such folder/measures");
    cr_assert_fail("saved");
}

Test(measures, those_of_more_games_are_refused, .exit_code = EXIT_FAILURE) { load_of_three(2); }
Test(measures, those_of_fewer_games_are_refused, .exit_code = EXIT_FAILURE) { load_of_three(4); }

/* Three results a game that are all alike: 400 independent results and not 1200. */
Test(measures, errors_are_those_over_games) {
    enum { GAMES = 400 };
    static Measures even[GAMES], right[GAMES];
    char line[256];
    double lower, lower_error, promised, over, over_error, positions;
    for (int i = 0; i < GAMES; i++)
        for (int third = 0; third < 3; third++) {
            measures_result(&even[i], third, 0.5, i % 4 != 0);
            measures_result(&right[i], third, 0.75, i % 4 != 0);
        }
    fclose(make_file());
    cr_assert_not_null(freopen(path, "w", stdout));
    measures_compare(even, right, GAMES);
    fflush(stdout);
    FILE *file = fopen(path, "r");
    cr_assert(file && fgets(line, sizeof line, file));
    cr_assert_eq(sscanf(line, "log-loss lower by %lf±%lf %%", &lower, &lower_error), 2, "%s", line);
    /* 1 - 0.562335 / ln 2; twice ln 3 · √(0.75 · 0.25 / 400) / ln 2 */
    cr_expect(fabs(lower - 18.9) < 0.051 && fabs(lower_error - 6.9) < 1, "%f±%f", lower, lower_error);
    cr_assert(fgets(line, sizeof line, file) && fgets(line, sizeof line, file));
    cr_assert_eq(sscanf(line, " %lf %lf±%lf (%lf)", &promised, &over, &over_error, &positions), 4, "%s", line);
    cr_expect(promised == 0.75 && over == 0 && positions == 3 * GAMES, "%s", line);
    cr_expect(fabs(over_error - 0.0433) < 0.006, "%f", over_error);
    fclose(file);
}
