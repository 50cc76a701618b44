/* cierzo-tune: the arithmetic of SPSA on functions whose best point is known, what a run keeps, and whole runs. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/splitmix.h"
#include "tests/program.h"
#include "tests/support.h"
#include "tools/lab/tune/keep.h"
#include "tools/lab/tune/plot.h"

TestSuite(spsa, .init = support_init);
TestSuite(keep, .init = program_init, .fini = program_end);
TestSuite(tune, .init = program_init, .fini = program_end, .timeout = 300);

/* Three numbers of different sizes; the last is one of few values, with a step that falls below a half. */
static SpsaPlan plan_of(int iterations, int games, double drift) {
    SpsaPlan p = {.count = 3,
                  .numbers = {{"WIDE", 500, 0, 2000, 60}, {"NARROW", 30, 0, 100, 5}, {"FEW", 6, 0, 12, 1}},
                  .iterations = iterations,
                  .games = games,
                  .seed = 1,
                  .drift = drift};
    spsa_prepare(&p);
    return p;
}

/* ---- games that are tosses of a coin, which a quadratic of the settings loads ---- */

static const double BEST[] = {860, 61, 3};

static double worth(const SpsaPlan *p, const int *values) {
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        double away = (values[i] - BEST[i]) / p->numbers[i].step;
        sum -= away * away;
    }
    return sum;
}

/* `steepness` 0: nothing matters. */
static int play(const SpsaPlan *p, const SpsaTrial *t, double steepness) {
    uint64_t random = t->seed;
    double chance = 1 / (1 + exp(-steepness * (worth(p, t->plus) - worth(p, t->minus))));
    int won = 0;
    for (int i = 0; i < p->games; i++) won += (double)(splitmix64(&random) >> 11) * 0x1p-53 < chance;
    return won;
}

static SpsaState run_all(const SpsaPlan *p, double steepness) {
    SpsaState s = spsa_begin(p);
    while (s.done < p->iterations) {
        SpsaTrial t = spsa_trial(p, &s);
        spsa_learn(p, &s, &t, 2 * play(p, &t, steepness) - p->games);
    }
    return s;
}

/* All begin six steps or so from where they are best. A step away from there is worth some 5 Elo. */
Test(spsa, the_best_point_of_a_noisy_quadratic_is_found) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        SpsaPlan p = plan_of(2000, 20, 1.5);
        p.seed = seed;
        SpsaState s = run_all(&p, 0.03);
        for (int i = 0; i < p.count; i++)
            cr_expect_lt(fabs(s.at[i] - BEST[i]) / p.numbers[i].step, 1.5, "%s: %g, seed %d", p.numbers[i].name, s.at[i],
                         (int)seed);
    }
}

/* Over many runs in which nothing matters the numbers end as far away as the plan says, in the mean square; rounding to whole numbers only
 * makes it less. */
Test(spsa, chance_takes_a_number_as_far_as_the_drift) {
    enum { RUNS = 200 };
    double squares = 0;
    for (int run = 0; run < RUNS; run++) {
        SpsaPlan p = plan_of(100, 8, 1.5);
        p.seed = (uint64_t)run;
        SpsaState s = run_all(&p, 0);
        squares += pow((s.at[0] - 500) / 60, 2);
    }
    cr_assert_float_eq(sqrt(squares / RUNS), 1.5, 0.2, "%g", sqrt(squares / RUNS));
}

Test(spsa, gains_fall_as_spall_says) {
    SpsaPlan p = plan_of(1000, 16, 1);
    cr_expect_float_eq(spsa_reach(1), 1, 1e-12);
    cr_expect_float_eq(spsa_reach(1000), pow(1000, -0.101), 1e-12);
    cr_expect_float_eq(spsa_gain(&p, 1) / spsa_gain(&p, 1000), pow(1100.0 / 101, 0.602), 1e-9);
    cr_expect_float_eq(spsa_gain(&p, 1), p.gain * pow(101, -0.602), 1e-12);
    cr_expect_float_eq(spsa_chance(&p, 1000), 1, 1e-9);
    cr_expect_lt(spsa_chance(&p, 500), 1);
    cr_expect_eq(spsa_chance(&p, 0), 0);
}

/* One iteration worked out by hand: a step of a_1 / c_1 times the balance, towards the side that won. */
Test(spsa, all_numbers_move_towards_the_side_that_won) {
    SpsaPlan p = plan_of(10, 4, 1);
    for (int balance = -4; balance <= 4; balance += 2) {
        SpsaState s = spsa_begin(&p);
        SpsaTrial t = spsa_trial(&p, &s);
        spsa_learn(&p, &s, &t, balance);
        cr_expect_eq(s.done, 1);
        for (int i = 0; i < p.count; i++) {
            double way = (t.plus[i] > t.minus[i] ? 1 : -1) * p.gain * pow(2, -0.602) * balance * p.numbers[i].step;
            cr_expect_float_eq(s.at[i], p.numbers[i].value + way, 1e-9, "%s", p.numbers[i].name);
        }
    }
}

/* With a step below a half, too, the sides differ by twice the step on average, and lie evenly around the number. */
Test(spsa, sides_lie_a_step_away_on_average) {
    enum { TRIALS = 4000 };
    SpsaPlan p = plan_of(2 * TRIALS, 4, 1);
    SpsaState s = spsa_begin(&p);
    double apart = 0, middle = 0, wanted = 0;
    int up = 0;
    s.at[2] = 6.3;
    for (s.done = TRIALS; s.done < 2 * TRIALS; s.done++) {
        SpsaTrial t = spsa_trial(&p, &s);
        apart += abs(t.plus[2] - t.minus[2]);
        middle += (t.plus[2] + t.minus[2]) / 2.0;
        up += t.plus[2] >= t.minus[2];
        wanted += 2 * spsa_reach(s.done + 1);
    }
    cr_expect_lt(spsa_reach(TRIALS), 0.5);
    cr_expect_float_eq(apart / wanted, 1, 0.05);
    cr_expect_float_eq(middle / TRIALS, 6.3, 0.05);
    cr_expect_float_eq((double)up / TRIALS, 0.5, 0.15, "%d", up);
}

Test(spsa, nothing_leaves_its_range) {
    SpsaPlan p = plan_of(200, 10, 100);
    for (int wins = -1; wins <= 1; wins += 2) {
        SpsaState s = spsa_begin(&p);
        while (s.done < p.iterations) {
            SpsaTrial t = spsa_trial(&p, &s);
            for (int i = 0; i < p.count; i++) {
                const Tunable *n = &p.numbers[i];
                REQUIRE(t.plus[i] >= n->least && t.plus[i] <= n->most, "%s plus %d", n->name, t.plus[i]);
                REQUIRE(t.minus[i] >= n->least && t.minus[i] <= n->most, "%s minus %d", n->name, t.minus[i]);
                REQUIRE(s.at[i] >= n->least && s.at[i] <= n->most, "%s %g", n->name, s.at[i]);
                REQUIRE(spsa_value(&s, i) >= n->least && spsa_value(&s, i) <= n->most, "%s", n->name);
            }
            /* The larger value wins, or the smaller one, for ever. */
            spsa_learn(&p, &s, &t, (t.plus[0] > t.minus[0] ? wins : -wins) * p.games);
        }
        cr_expect_eq(s.at[0], wins > 0 ? 2000 : 0);
    }
}

Test(spsa, a_number_with_equal_sides_stays) {
    SpsaPlan p = plan_of(10, 4, 1);
    SpsaState s = spsa_begin(&p);
    SpsaTrial t = spsa_trial(&p, &s);
    t.plus[1] = t.minus[1];
    spsa_learn(&p, &s, &t, 4);
    cr_expect_eq(s.at[1], 30);
    cr_expect_neq(s.at[0], 500);
}

Test(spsa, trials_follow_from_seed_and_iteration) {
    SpsaPlan p = plan_of(10, 4, 1), other = p;
    SpsaState s = spsa_begin(&p);
    SpsaTrial a = spsa_trial(&p, &s), b = spsa_trial(&p, &s);
    cr_expect_arr_eq(a.plus, b.plus, sizeof a.plus);
    cr_expect_eq(a.seed, b.seed);
    s.done++;
    cr_expect_neq(spsa_trial(&p, &s).seed, a.seed);
    s.done--;
    other.seed = 2;
    cr_expect_neq(spsa_trial(&other, &s).seed, a.seed);
}

/* ---- what a run keeps ---- */

static char error[KEEP_ERROR_SIZE];

/* Plays up to iteration `until` in the folder `run`; the last of them as a kill leaves it, whose line is in the log and not its state. */
static SpsaState advance(const SpsaPlan *p, int until, bool killed) {
    Keep k;
    SpsaState s;
    cr_assert(keep_open(&k, "run", p, "limit=none", &s, error), "%s", error);
    while (s.done < until) {
        SpsaTrial t = spsa_trial(p, &s);
        int won = play(p, &t, 0.03);
        if (killed && s.done == until - 1) {
            fprintf(k.log, "%d,%d,%d,1.5,2", s.done + 1, won, p->games - won);
            break;
        }
        spsa_learn(p, &s, &t, 2 * won - p->games);
        cr_assert(keep_iteration(&k, &s, won, p->games - won, error), "%s", error);
    }
    cr_assert(plot_write(&k, &s, error), "%s", error);
    keep_close(&k);
    return s;
}

Test(keep, a_run_that_was_killed_ends_bit_for_bit_as_one_that_was_not) {
    SpsaPlan p = plan_of(30, 8, 1);
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    SpsaState whole = advance(&p, 30, false);
    REQUIRE(rename("run", "whole") == 0 && mkdir("run", 0777) == 0, "no folder");
    advance(&p, 1, true);
    for (int until = 3; until < 30; until += 9) advance(&p, until, true);
    SpsaState pieces = advance(&p, 30, false);
    cr_assert_arr_eq(whole.at, pieces.at, sizeof whole.at);
    cr_expect_eq(
        program_run("cmp run/state whole/state && cmp run/log.csv whole/log.csv && cmp run/plot.svg whole/plot.svg")->status,
        0);
    cr_expect_eq(program_run("grep -c , run/log.csv | grep -qx 32")->status, 0, "a heading, the start and 30 lines");
}

Test(keep, a_kill_before_the_first_state_leaves_nothing_in_the_way) {
    SpsaPlan p = plan_of(5, 8, 1);
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    program_file("run/log.csv", "iteration,won,lost,WIDE,NARROW,FEW\n0,0,0,500.0000,30.0");
    advance(&p, 5, false);
}

/* The reason why a run cannot be opened. */
static const char *refused(const SpsaPlan *p, const char *about) {
    Keep k;
    SpsaState s;
    strcpy(error, "it was opened");
    if (keep_open(&k, "run", p, about, &s, error)) keep_close(&k);
    return error;
}

Test(keep, runs_of_another_setup_are_refused_and_left_alone) {
    SpsaPlan p = plan_of(5, 8, 1), other;
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    advance(&p, 3, false);
    program_run("cp -r run before");
    other = plan_of(6, 8, 1);
    cr_expect_str_eq(refused(&other, "limit=none"),
                     "run holds a run of another setup: iterations=5 there, iterations=6 now");
    other = plan_of(5, 10, 1);
    cr_expect_str_eq(refused(&other, "limit=none"), "run holds a run of another setup: games=8 there, games=10 now");
    other = plan_of(5, 8, 2);
    cr_expect_str_eq(refused(&other, "limit=none"), "run holds a run of another setup: drift=1 there, drift=2 now");
    other = p, other.seed = 7;
    cr_expect_str_eq(refused(&other, "limit=none"), "run holds a run of another setup: seed=1 there, seed=7 now");
    other = p, other.numbers[1].step = 6;
    cr_expect_str_eq(refused(&other, "limit=none"),
                     "run holds a run of another setup: NARROW=30:0:100:5 there, NARROW=30:0:100:6 now");
    other = p, other.count = 2;
    cr_expect_str_eq(refused(&other, "limit=none"),
                     "run holds a run of another setup: FEW=6:0:12:1 there, nothing more now");
    cr_expect_str_eq(refused(&p, "limit=some"), "run holds a run of another setup: limit=none there, limit=some now");
    cr_expect_eq(program_run("diff -r run before")->status, 0);
    cr_expect_str_eq(refused(&p, "limit=none"), "it was opened");
}

Test(keep, broken_states_are_refused) {
    SpsaPlan p = plan_of(5, 8, 1);
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    advance(&p, 3, false);
    program_run("cp -r run good");
    static const char *const BREAKS[] = {"sed -i '$d'",      "sed -i 's/^done 3/done 6/'",  "sed -i 's/^WIDE .*/WIDE 2001/'",
                                         "truncate -s 0",    "sed -i 's/^FEW .*/FEW nan/'", "sed -i 's/^NARROW/NARROWER/'",
                                         "sed -i '1s/1$/2/'"};
    for (size_t i = 0; i < sizeof BREAKS / sizeof *BREAKS; i++) {
        program_run("rm -r run && cp -r good run && %s run/state", BREAKS[i]);
        cr_expect_str_eq(refused(&p, "limit=none"), "run/state is none of cierzo-tune's, or broken", "%s", BREAKS[i]);
    }
    program_run("rm -r run && cp -r good run && truncate -s 20 run/log.csv");
    cr_expect_str_eq(refused(&p, "limit=none"), "run/log.csv ends before what the state says");
    program_run("rm -r run && cp -r good run && rm run/state");
    cr_expect_str_eq(refused(&p, "limit=none"), "run has a log.csv and no state");
    cr_expect_eq(program_run("cmp run/log.csv good/log.csv")->status, 0);
}

Test(keep, two_runs_at_once_are_refused) {
    SpsaPlan p = plan_of(5, 8, 1);
    Keep k;
    SpsaState s;
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    cr_assert(keep_open(&k, "run", &p, "limit=none", &s, error));
    cr_expect_str_eq(refused(&p, "limit=none"), "run is in use by another run");
    keep_close(&k);
    cr_expect_str_eq(refused(&p, "limit=none"), "it was opened");
}

/* A course for each number, with all its points between the ends of its panel, and its name. */
Test(keep, the_picture_has_every_number) {
    SpsaPlan p = plan_of(700, 8, 20);
    REQUIRE(mkdir("run", 0777) == 0, "no folder");
    advance(&p, 650, false);
    const char *text = program_text("run/plot.svg");
    for (int i = 0; i < p.count; i++) cr_expect(strstr(text, p.numbers[i].name), "%s", p.numbers[i].name);
    int courses = 0;
    for (const char *at = text; (at = strstr(at, "class=\"course\" d=\"M")); courses++) {
        int points = 0;
        for (at += strlen("class=\"course\" d=\""); *at != '"'; points++) {
            char *end;
            double x = strtod(at + 1, &end), y = strtod(end, &end);
            REQUIRE(x >= 0 && x <= 250 && y >= 0 && y <= 96, "%g %g", x, y);
            at = end;
        }
        cr_expect(points > 100 && points < 250, "%d points", points);
    }
    cr_expect_eq(courses, p.count);
    cr_expect(program_says(text, "iteration 650 of 700"));
    cr_expect_str_eq(text + strlen(text) - 7, "</svg>\n");
}

/* ---- whole runs ---- */

#define TUNE "\"$CIERZO_TUNE\" run --engine \"$CIERZO_TUNING\" --match \"$CIERZO_MATCH\" --variant veletas-7 "
#define SOME_GAMES "--games 4 --limit nodes=400 --iterations 4 "

/* The second run is killed while the games of its third iteration are played. */
Test(tune, a_run_that_goes_on_ends_as_one_that_was_not_stopped) {
    program_run("mkdir run");
    RUN(0, TUNE SOME_GAMES "--concurrency 2");
    SAYS("^2[0-9] numbers, 4 iterations of 4 games \\(veletas-7, nodes=400\\)");
    SAYS("^Iteration 4 of 4: [0-4] to [0-4], ");
    SAYS("^TUNABLE\\(PRUNE_WIDTH_2, +[0-9]+, +16, +512, +24\\)$");
    cr_assert(program_says(program_text("run/log.csv"), "^[1-4],(0,4|1,3|3,1|4,0),"), "the games decide nothing");
    program_file("kills.sh", "#!/bin/sh\necho >>count\n[ $(wc -l <count) != 3 ] || { kill -KILL $PPID; exec sleep 60; }\n"
                             "exec \"$CIERZO_MATCH\" \"$@\"\n");
    program_run("mv run whole && mkdir run && chmod +x kills.sh");
    run = program_run("\"$CIERZO_TUNE\" run --engine \"$CIERZO_TUNING\" --match ./kills.sh --variant veletas-7 " SOME_GAMES);
    cr_assert_eq(run->status, 128 + SIGKILL, "%s", run->out);
    cr_assert_eq(program_run("grep -qx 'done 2' run/state")->status, 0);
    run = program_run(TUNE SOME_GAMES);
    cr_assert_eq(run->status, 0, "%s", run->error);
    SAYS("; going on$");
    cr_assert_eq(program_run("cmp run/state whole/state && cmp run/log.csv whole/log.csv")->status, 0);
}

Test(tune, an_engine_without_these_options_is_refused) {
    program_run("mkdir run");
    RUN(1, "\"$CIERZO_TUNE\" run --engine \"$CIERZO\" --match \"$CIERZO_MATCH\"");
    TELLS(
        "^cierzo-tune: the engine: the engine has no option PRUNE_WIDTH_1: it is not built for tuning \\(-Dtuning=true\\)$");
    program_file(
        "old.sh",
        "#!/bin/sh\nread -r uci\necho 'option name PRUNE_WIDTH_1 type spin default 31 min 8 max 256'; echo uciok\n");
    run = program_run("chmod +x old.sh; \"$CIERZO_TUNE\" run --engine ./old.sh --match \"$CIERZO_MATCH\"");
    cr_assert_eq(run->status, 1);
    TELLS("the engine has PRUNE_WIDTH_1 as 31 from 8 to 256, not as 32 from 8 to 256: it is of another version$");
    cr_assert_neq(program_run("test -e run/state")->status, 0);
}

/* A game that an engine loses by a fault says nothing about numbers. */
Test(tune, games_that_do_not_count_end_the_run) {
    program_run("mkdir run");
    program_file("match.sh", "#!/bin/sh\necho 'Finished game 1 (plus vs minus): 0-1 {White disconnects}'\n"
                             "echo 'Games: 2, Wins: 0, Losses: 2, Draws: 0, Points: 0.0'\n");
    RUN(1, "chmod +x match.sh; \"$CIERZO_TUNE\" run --engine \"$CIERZO_TUNING\" --match ./match.sh --games 2");
    TELLS("^cierzo-tune: no result: a game that does not count: Finished game 1 .*disconnects");
    program_run("printf '#!/bin/sh\\necho Games: 1, Wins: 1, Losses: 0\\n' >match.sh");
    run = program_run("\"$CIERZO_TUNE\" run --engine \"$CIERZO_TUNING\" --match ./match.sh --games 2");
    cr_assert_eq(run->status, 1);
    TELLS("1 games of 2 were played$");
    cr_assert_eq(program_run("grep -qx 'done 0' run/state")->status, 0);
}

Test(tune, requests_that_make_no_sense_get_one_line) {
    static const struct {
        const char *options, *told;
    } CASES[] = {
        {"--games 3", "--games"},
        {"--games 0", "--games: `0` is not a number from 1 to"},
        {"--iterations x", "--iterations: `x` is not a number"},
        {"--seed -1", "--seed: `-1` is not a number"},
        {"--drift 0", "--drift takes 0.01 to 100 steps, not: 0$"},
        {"--drift nan", "--drift takes"},
        {"--limit fast", "not a limit: fast$"},
        {"--limit \"nodes=1'\"", "not a limit"},
        {"--limit nodes=0", "no result: the match has ended without a result: .*nodes"},
        {"--variant chess", "no such rule set: chess$"},
        {"--numbers NONE", "no number of search/tunables.def: NONE$"},
        {"--numbers PRUNE_WIDTH,PRUNE_WIDTH", "given twice: PRUNE_WIDTH$"},
        {"--numbers TIME_SOFT", "counts under a clock \\(--limit tc=...\\) only: TIME_SOFT$"},
        {"--openings none", "cannot be read: none$"},
        {"--openings", "an option without a value: --openings$"},
        {"--what 1", "unknown option: --what$"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        program_run("rm -rf run; mkdir run");
        const Run *run = program_run(TUNE "%s", CASES[i].options);
        cr_expect_eq(run->status, 1, "%s", CASES[i].options);
        cr_expect(program_says(run->error, CASES[i].told), "%s: %s", CASES[i].options, run->error);
        cr_expect_eq(strchr(run->error, '\n'), run->error + strlen(run->error) - 1, "one line: %s", run->error);
    }
    RUN(1, "\"$CIERZO_TUNE\" none --engine \"$CIERZO_TUNING\" --match \"$CIERZO_MATCH\"");
    TELLS("^cierzo-tune: cannot begin: none/lock: ");
}

Test(tune, the_table_is_printed_as_it_stands) {
    RUN(0, "\"$CIERZO_TUNE\" --table >table; grep '^TUNABLE(' \"$CIERZO_SOURCE/search/tunables.def\" | cmp - table");
}
