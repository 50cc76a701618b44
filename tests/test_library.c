/* libcierzo by its header alone: the vectors of all rule sets, turns by steps and at random, claims, groups, errors that change nothing. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cierzo.h"
#include "tests/support.h"

TestSuite(library);

enum { TEXT = 200 };

static CierzoBoard *board_new(const char *rules, const char *position) {
    CierzoBoard *b = NULL;
    CierzoError error = cierzo_board_new(rules, position && strcmp(position, "startpos") ? position : NULL, &b);
    REQUIRE(!error && b, "%s: %s: %s", rules, position, cierzo_error_text(error));
    return b;
}

static CierzoTurn turn_of(const CierzoBoard *b, const char *word) {
    CierzoTurn turn = 0;
    CierzoError error = cierzo_board_parse(b, word, &turn);
    REQUIRE(!error && turn, "%s: %s", word, cierzo_error_text(error));
    return turn;
}

static void play(CierzoBoard *b, const char *word) {
    CierzoError error = cierzo_board_play(b, turn_of(b, word));
    REQUIRE(!error, "%s: %s", word, cierzo_error_text(error));
}

static bool has_text(const CierzoBoard *b, const char *expected) {
    char text[TEXT];
    return cierzo_board_text(b, text, sizeof text) == strlen(expected) && !strcmp(text, expected);
}

static CierzoState state_of(const CierzoBoard *b) {
    CierzoState state;
    cierzo_board_state(b, &state);
    return state;
}

/* ---- vectors ---- */

Test(library, leaf_counts_are_those_of_the_vectors) {
    DataFile d = data_open("perft.epd");
    int lines = 0, variants = 0;
    char last[32] = "";
    for (; data_next(&d); lines++) {
        CierzoBoard *b = board_new(d.field[0], d.field[1]);
        variants += strcmp(last, d.field[0]) != 0;
        snprintf(last, sizeof last, "%s", d.field[0]);
        for (int i = 2; i < d.fields; i++) {
            char *count;
            int depth = (int)strtol(d.field[i] + 1, &count, 10);
            uint64_t expected = strtoull(count, NULL, 10);
            if (expected > 30000000) continue; /* test_perft.c has these */
            REQUIRE(cierzo_board_perft(b, depth) == expected, "%s;%s: D%d", d.field[0], d.field[1], depth);
            if (depth == 1) REQUIRE(cierzo_board_count(b) == expected, "%s;%s", d.field[0], d.field[1]);
        }
        cierzo_board_free(b);
    }
    cr_assert_gt(lines, 60);
    cr_assert_geq(variants, 15);
}

Test(library, turns_lead_to_the_given_positions_and_back) {
    DataFile d = data_open("turns.epd");
    int lines = 0;
    for (; data_next(&d); lines++) {
        CierzoBoard *b = board_new(d.field[0], d.field[1]);
        CierzoState before = state_of(b);
        play(b, d.field[2]);
        REQUIRE(has_text(b, d.field[3]), "%s;%s;%s", d.field[0], d.field[1], d.field[2]);
        REQUIRE(state_of(b).plies == 1 && cierzo_board_undo(b) == CIERZO_OK, "%s", d.field[2]);
        CierzoState after = state_of(b);
        REQUIRE(has_text(b, d.field[1]) && !memcmp(&before, &after, sizeof before), "%s: undone", d.field[2]);
        cierzo_board_free(b);
    }
    cr_assert_eq(lines, 1200);
}

Test(library, illegal_turns_and_broken_positions_are_refused) {
    DataFile d = data_open("illegal.epd");
    int lines = 0, refused = 0;
    for (; data_next(&d); lines++) {
        CierzoBoard *b = board_new(d.field[0], d.field[1]);
        CierzoTurn turn = 77;
        CierzoError error = cierzo_board_parse(b, d.field[2], &turn);
        REQUIRE(error >= CIERZO_SYNTAX && error <= CIERZO_SHOT_BLOCKED && turn == 77, "%s;%s", d.field[1], d.field[2]);
        cierzo_board_free(b);
    }
    cr_assert_eq(lines, 290);
    for (d = data_open("positions.epd"); data_next(&d);) {
        CierzoBoard *b = NULL;
        CierzoError error = cierzo_board_new(d.field[0], d.field[2], &b);
        bool taken = !strcmp(d.field[1], "ok");
        refused += !taken;
        REQUIRE(taken == !error && taken == (b != NULL) && error < CIERZO_SYNTAX, "%s;%s", d.field[0], d.field[2]);
        cierzo_board_free(b);
    }
    cr_assert_gt(refused, 50);
}

/* ---- rule sets ---- */

Test(library, rule_sets_are_told) {
    CierzoRules rules = {0};
    cr_assert_eq(cierzo_rules_count(), 15);
    cr_assert_eq(cierzo_rules(15, &rules), CIERZO_RANGE);
    cr_assert_eq(cierzo_rules(-1, &rules), CIERZO_RANGE);
    cr_assert_null(rules.name);
    for (int i = 0; i < 15; i++) {
        cr_assert_eq(cierzo_rules(i, &rules), CIERZO_OK);
        CierzoBoard *b = board_new(rules.name, NULL);
        CierzoRules same;
        cierzo_board_rules(b, &same);
        cr_expect_str_eq(same.name, rules.name);
        cr_expect_eq(same.size, rules.size);
        cierzo_board_free(b);
    }
    CierzoBoard *b = board_new(NULL, NULL);
    cierzo_board_rules(b, &rules);
    cr_expect_str_eq(rules.name, "veletas");
    cr_expect(rules.size == 10 && rules.first == 3 && rules.second == 4 && rules.setup_stones && rules.swap &&
              rules.ban_perimeter);
    cr_expect(!rules.ban_adjacent && !rules.unclaimed_block && !rules.claimed_block && !rules.corners_removed);
    cierzo_board_free(b);
}

/* ---- a game ---- */

Test(library, a_game_from_the_setup_on) {
    CierzoBoard *b = board_new("veletas-7", NULL), *copy = NULL;
    cr_expect_eq(state_of(b).phase, CIERZO_FIRST_SETUP);
    play(b, "d4/a1");
    cr_expect(state_of(b).phase == CIERZO_SECOND_SETUP && state_of(b).swap == 1 && state_of(b).side == CIERZO_WHITE);
    play(b, "swap");
    cr_expect(state_of(b).swap == 2 && state_of(b).first_player == CIERZO_WHITE);
    play(b, "c3,e5/g7");
    CierzoState s = state_of(b);
    cr_expect(s.phase == CIERZO_PLAY && s.side == CIERZO_BLACK && s.number == 2 && s.plies == 3 &&
              s.winner == CIERZO_NOBODY);
    cr_expect(has_text(b, "6w/7/4s2/3s3/2s4/7/b6 b x 2"));
    cr_assert_eq(cierzo_board_copy(b, &copy), CIERZO_OK);
    play(copy, "d4-d7/f7");
    cr_expect_eq(state_of(b).plies, 3);
    for (int i = 4; i > 0; i--) cr_expect_eq(cierzo_board_undo(copy), CIERZO_OK);
    cr_expect(has_text(copy, "7/7/7/7/7/7/7 b - 1"));
    cr_expect_eq(cierzo_board_undo(copy), CIERZO_NOTHING);
    char word[24];
    cierzo_turn_text(cierzo_board_played(b, 2), word, sizeof word);
    cr_expect_str_eq(word, "c3,e5/g7");
    cr_expect_eq(cierzo_board_played(b, 3), 0);
    cr_expect_eq(cierzo_board_played(b, -1), 0);
    cierzo_board_free(copy);
    cierzo_board_free(b);
}

Test(library, a_turn_taken_apart) {
    CierzoBoard *b = board_new("veletas-7", "6w/7/4s2/3s3/2s4/7/b6 b - 2");
    CierzoTurnParts parts;
    cierzo_turn_parts(turn_of(b, "d4-d7/f7"), &parts);
    cr_expect(parts.kind == CIERZO_KIND_TURN && parts.from == 33 && parts.to == 63 && parts.shot == 65 && parts.stone == -1);
    cierzo_turn_parts(turn_of(b, "f4"), &parts);
    cr_expect(parts.kind == CIERZO_KIND_TURN && parts.from == -1 && parts.to == -1 && parts.shot == 35 &&
              parts.placed[0] == -1);
    cierzo_board_free(b);
    b = board_new("veletas-7", "7/7/7/3s3/7/7/b6 w ? 1");
    cierzo_turn_parts(turn_of(b, "e5,c3/g7"), &parts);
    cr_expect(parts.kind == CIERZO_KIND_SETUP && parts.placed[0] == 22 && parts.placed[1] == 44 && parts.placed[2] == -1);
    cr_expect(parts.stone == 66 && parts.shot == -1);
    cierzo_turn_parts(turn_of(b, "swap"), &parts);
    cr_expect(parts.kind == CIERZO_KIND_SWAP && parts.shot == -1);
    cierzo_turn_parts(0, &parts);
    cr_expect_eq(parts.kind, CIERZO_KIND_NONE);
    cierzo_board_free(b);
}

Test(library, what_is_refused_changes_nothing) {
    CierzoBoard *b = NULL;
    cr_expect_eq(cierzo_board_new("chess", NULL, &b), CIERZO_RULE_SET);
    cr_expect_eq(cierzo_board_new("veletas", "10/10 b - 1", &b), CIERZO_RANKS);
    cr_expect_null(b);
    b = board_new("veletas", NULL);
    CierzoState before = state_of(b);
    cr_expect_eq(cierzo_board_play(b, 0), CIERZO_ILLEGAL);
    cr_expect_eq(cierzo_board_play(b, ~(CierzoTurn)0), CIERZO_ILLEGAL);
    cr_expect_not(cierzo_board_is_legal(b, 12345));
    uint8_t marks[CIERZO_SQUARES] = {9};
    cr_expect_eq(cierzo_board_steps(b, "k4", marks, NULL, NULL), CIERZO_SQUARE);
    cr_expect_eq(marks[0], 9);
    CierzoState after = state_of(b);
    cr_expect(!memcmp(&before, &after, sizeof before));
    cierzo_board_free(b);
    cierzo_board_free(NULL);
}

Test(library, text_is_cut_and_its_length_told) {
    CierzoBoard *b = board_new("veletas-7", NULL);
    char text[8] = "xxxxxxx";
    cr_expect_eq(cierzo_board_text(b, text, 4), strlen("7/7/7/7/7/7/7 b - 1"));
    cr_expect_str_eq(text, "7/7");
    cr_expect_eq(text[4], 'x');
    cr_expect_eq(cierzo_turn_text(turn_of(b, "d4/a1"), text, 0), 5);
    cierzo_board_free(b);
}

Test(library, every_error_has_a_text) {
    for (int i = CIERZO_RANKS; i <= CIERZO_NO_ROOM; i++) cr_expect_neq(strlen(cierzo_error_text((CierzoError)i)), 0);
    for (int i = CIERZO_MEMORY; i <= CIERZO_BAD_TAG; i++)
        cr_expect_str_neq(cierzo_error_text((CierzoError)i), "unknown error");
    cr_expect_str_eq(cierzo_error_text((CierzoError)-1), "unknown error");
    cr_expect_str_eq(cierzo_error_text((CierzoError)99), "unknown error");
    cr_expect_eq(cierzo_abi(), CIERZO_ABI);
    cr_expect_str_eq(cierzo_compiled_for(), "test");
    cr_expect_neq(strlen(cierzo_version()), 0);
}

/* ---- turns ---- */

Test(library, turns_are_listed_and_each_is_legal_by_its_word) {
    CierzoBoard *b = board_new("veletas-7", "6w/7/4s2/3s3/2s4/7/b6 b - 2");
    CierzoTurn *turns = malloc(CIERZO_MAX_TURNS * sizeof *turns);
    size_t count = cierzo_board_turns(b, turns);
    cr_assert_eq(count, 1068);
    for (size_t i = 0; i < count; i++) {
        char word[24];
        cierzo_turn_text(turns[i], word, sizeof word);
        REQUIRE(turn_of(b, word) == turns[i] && cierzo_board_is_legal(b, turns[i]), "%s", word);
    }
    free(turns);
    cierzo_board_free(b);
}

static int marked(const uint8_t *marks, int step) {
    int count = 0;
    for (int i = 0; i < CIERZO_SQUARES; i++) count += (marks[i] & step) != 0;
    return count;
}

/* All turns by way of the squares that are offered: as many as there are. */
Test(library, steps_lead_to_every_turn) {
    CierzoBoard *b = board_new("veletas-7", "6w/7/4s2/3s3/2s4/7/b6 b - 2");
    uint8_t marks[CIERZO_SQUARES], targets[CIERZO_SQUARES], shots[CIERZO_SQUARES];
    int swap = 7, complete = 7;
    cr_assert_eq(cierzo_board_steps(b, "", marks, &swap, &complete), CIERZO_OK);
    cr_expect(swap == 0 && complete == 0);
    cr_expect(marked(marks, CIERZO_STEP_SHOOTER) == 3 && marked(marks, CIERZO_STEP_STONE) == 0);
    int count = marked(marks, CIERZO_STEP_SHOT);
    for (int from = 0; from < CIERZO_SQUARES; from++) {
        if (!(marks[from] & CIERZO_STEP_SHOOTER)) continue;
        char begun[32];
        snprintf(begun, sizeof begun, "%c%d-", 'a' + from % 10, from / 10 + 1);
        cr_assert_eq(cierzo_board_steps(b, begun, targets, NULL, NULL), CIERZO_OK);
        for (int to = 0; to < CIERZO_SQUARES; to++) {
            if (!(targets[to] & CIERZO_STEP_TARGET)) continue;
            snprintf(begun, sizeof begun, "%c%d-%c%d/", 'a' + from % 10, from / 10 + 1, 'a' + to % 10, to / 10 + 1);
            cr_assert_eq(cierzo_board_steps(b, begun, shots, NULL, NULL), CIERZO_OK);
            count += marked(shots, CIERZO_STEP_SHOT);
        }
    }
    cr_expect_eq((uint64_t)count, cierzo_board_count(b));
    cr_expect_eq(cierzo_board_steps(b, "f4", marks, &swap, &complete), CIERZO_OK);
    cr_expect_eq(complete, 1);
    cierzo_board_free(b);
    b = board_new("veletas-7", "7/7/7/3s3/7/7/b6 w ? 1");
    cr_assert_eq(cierzo_board_steps(b, "c3,e5/", marks, &swap, &complete), CIERZO_OK);
    cr_expect_eq(marked(marks, CIERZO_STEP_STONE), 45);
    cr_assert_eq(cierzo_board_steps(b, "", marks, &swap, NULL), CIERZO_OK);
    cr_expect(swap == 1 && marked(marks, CIERZO_STEP_SHOOTER) == 24);
    cierzo_board_free(b);
}

Test(library, setup_turns_are_walked) {
    CierzoBoard *b = board_new("veletas-7", "7/7/7/3s3/7/7/b6 w ? 1");
    CierzoSetups *setups = NULL;
    CierzoTurn turns[100], first = 0;
    uint64_t count = 0;
    cr_assert_eq(cierzo_setups_new(b, &setups), CIERZO_OK);
    for (size_t got; (got = cierzo_setups_next(setups, turns, 100)) > 0; count += got) {
        if (!first) first = turns[0];
        for (size_t i = 0; i < got; i++) REQUIRE(cierzo_board_is_legal(b, turns[i]), "%zu", i);
    }
    cr_expect_eq(count, cierzo_board_count(b));
    cr_expect_eq(first, turn_of(b, "swap"));
    cierzo_setups_free(setups);
    cierzo_setups_free(NULL);
    cierzo_board_free(b);
}

/* Whole games; the same seed draws the same ones. Every turn of a small list comes, and about as often as the others. */
Test(library, random_turns_are_legal_and_even) {
    uint64_t seed = 1, again = 1;
    for (int i = 0; i < cierzo_rules_count(); i++) {
        CierzoRules rules;
        cierzo_rules(i, &rules);
        CierzoBoard *b = board_new(rules.name, NULL), *c = board_new(rules.name, NULL);
        for (CierzoTurn turn; (turn = cierzo_board_random(b, &seed)) != 0;)
            REQUIRE(!cierzo_board_play(b, turn), "%s", rules.name);
        cr_expect_eq(cierzo_board_random_play(c, 5, &again), 5);
        cr_expect_eq(cierzo_board_random_play(c, 1000, &again), state_of(b).plies - 5);
        cr_expect_eq(state_of(b).phase, CIERZO_OVER);
        cr_expect_neq(state_of(b).winner, CIERZO_NOBODY);
        cr_expect_eq(state_of(b).key, state_of(c).key);
        cierzo_board_free(b);
        cierzo_board_free(c);
    }
    CierzoBoard *b = board_new("veletas-7", "s1wwwww/bbbbbbb/wwwwwww/bbbbbbb/wwwwwww/bbbbbbb/BwwwwWw b - 20");
    int times[CIERZO_SQUARES] = {0};
    uint64_t count = cierzo_board_count(b);
    cr_assert_eq(count, 2);
    for (int i = 0; i < 1000; i++) {
        CierzoTurnParts parts;
        cierzo_turn_parts(cierzo_board_random(b, &seed), &parts);
        times[parts.shot]++;
    }
    cr_expect(times[60] + times[61] == 1000 && times[60] > 400 && times[61] > 400, "%d %d", times[60], times[61]);
    cierzo_board_free(b);
}

/* ---- what is seen on the board ---- */

Test(library, squares_groups_and_what_a_shooter_sees) {
    CierzoBoard *b = board_new("nocorners-7", "7/1bb4/4s2/3s3/2s4/w6/2w4 b - 2");
    char squares[CIERZO_SQUARES];
    cierzo_board_squares(b, squares);
    cr_expect(squares[0] == ' ' && squares[7] == ' ' && squares[99] == ' ' && squares[66] == ' ');
    cr_expect(squares[51] == 'b' && squares[10] == 'w' && squares[22] == 's' && squares[1] == '.');
    CierzoGroup groups[CIERZO_SQUARES];
    cr_assert_eq(cierzo_board_groups(b, groups), 3);
    cr_expect(groups[0].colour == CIERZO_BLACK && groups[0].size == 2 && groups[0].squares[0] == 51 &&
              groups[0].squares[1] == 52);
    cr_expect(groups[1].colour == CIERZO_WHITE && groups[1].size == 1 && groups[1].squares[0] == 10);
    uint8_t seen[CIERZO_SQUARES];
    cierzo_board_seen(b, 22, seen);
    cr_expect(seen[23] && seen[12] && !seen[2] && seen[21] && !seen[33] && !seen[10]);
    cierzo_board_seen(b, 23, seen);
    cr_expect_eq(marked(seen, 1), 0);
    cierzo_board_seen(b, 100, seen);
    cr_expect_eq(marked(seen, 1), 0);
    cierzo_board_free(b);
}

/* The claims that a turn makes, with the groups that decide; the forecast agrees with what is claimed. */
Test(library, claims_are_told_with_what_decided_them) {
    DataFile d = data_open("turns.epd");
    int claims = 0;
    while (data_next(&d)) {
        CierzoBoard *b = board_new(d.field[0], d.field[1]);
        CierzoClaim made[CIERZO_MAX_SHOOTERS];
        CierzoForecast forecast[CIERZO_MAX_SHOOTERS];
        CierzoState before = state_of(b);
        cr_assert_eq(cierzo_board_claims(b, made), 0);
        play(b, d.field[2]);
        CierzoState after = state_of(b);
        int count = cierzo_board_claims(b, made), by_colour[2] = {0};
        for (int i = 0; i < count; i++) {
            int more = made[i].largest[0] > made[i].largest[1]   ? 0
                       : made[i].largest[1] > made[i].largest[0] ? 1
                                                                 : !before.side;
            REQUIRE(made[i].colour == more, "%s;%s", d.field[1], d.field[2]);
            by_colour[made[i].colour]++;
        }
        for (int c = 0; c < 2; c++)
            REQUIRE(after.claims[c] - before.claims[c] == by_colour[c], "%s;%s", d.field[1], d.field[2]);
        int claimed = 0, shooters = cierzo_board_forecast(b, forecast);
        for (int i = 0; i < shooters; i++) {
            claimed += forecast[i].claimed;
            REQUIRE(forecast[i].black >= 0 && forecast[i].black <= 1, "%f", forecast[i].black);
            REQUIRE(!forecast[i].claimed || forecast[i].black == 0 || forecast[i].black == 1, "%f", forecast[i].black);
        }
        REQUIRE(claimed == after.claims[0] + after.claims[1], "%s;%s", d.field[1], d.field[2]);
        claims += count;
        cierzo_board_free(b);
    }
    cr_assert_gt(claims, 300);
}

/* ---- the engine ---- */

#define MIDDLE "6w/7/4s2/3s3/2s4/7/b6 b - 2"
#define WON_IN_ONE                                                                                                          \
    "s1swwwwwww/bbwwwwwwww/wwwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbwwwwww/wwwwwwwwww/BBBWWwwwww b - 47"

static CierzoEngine *engine_new(void) {
    CierzoEngine *e = NULL;
    cr_assert_eq(cierzo_engine_new(1, &e), CIERZO_OK);
    return e;
}

static void start(CierzoEngine *e, const CierzoBoard *b, CierzoLimits limits) {
    CierzoError error = cierzo_engine_start(e, b, &limits);
    REQUIRE(!error, "%s", cierzo_error_text(error));
}

/* Takes all until the end of the search, checks it, and returns how many infos there were; `last` has the last one, with best and ponder. */
static int finish(CierzoEngine *e, const CierzoBoard *b, CierzoInfo *last) {
    CierzoEvent event;
    int count = 0;
    for (; (event = cierzo_engine_next(e, last, -1)) == CIERZO_INFO; count++) {
        CierzoBoard *line = NULL;
        cierzo_board_copy(b, &line);
        for (int i = 0; i < last->pv_length; i++) REQUIRE(!cierzo_board_play(line, last->pv[i]), "turn %d of the line", i);
        cierzo_board_free(line);
        REQUIRE(last->pv_length > 0 && last->chance >= 0 && last->chance <= 1, "%f", last->chance);
    }
    cr_assert_eq(event, CIERZO_DONE);
    cr_expect_eq(cierzo_engine_next(e, last, -1), CIERZO_IDLE);
    return count;
}

Test(library, a_search_of_so_many_nodes_is_always_the_same) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE);
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo one = {0}, two = {0};
    limits.nodes = 3000;
    for (int i = 0; i < 2; i++) {
        CierzoEngine *e = engine_new();
        start(e, b, limits);
        cr_expect_gt(finish(e, b, i ? &two : &one), 2);
        cierzo_engine_free(e);
    }
    cr_expect(cierzo_board_is_legal(b, one.best) && one.best == one.pv[0] && one.ponder == one.pv[1] && one.nodes >= 3000);
    cr_expect(one.best == two.best && one.nodes == two.nodes && one.score == two.score && !one.is_mate);
    cr_expect(one.chance > 0 && one.chance < 1 && one.forecast_count == 0);
    cierzo_board_free(b);
}

Test(library, an_engine_that_searches_is_busy_until_it_is_stopped) {
    CierzoBoard *b = board_new("veletas", "10/10/2s4s2/10/4s5/6b3/2s5s1/4w5/3s4s1/10 b - 2");
    CierzoEngine *e = engine_new();
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo info = {0};
    cr_expect_eq(cierzo_engine_next(e, &info, -1), CIERZO_IDLE);
    start(e, b, limits);
    cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_BUSY);
    cr_expect_eq(cierzo_engine_set_hash(e, 2), CIERZO_BUSY);
    cr_expect_eq(cierzo_engine_set_threads(e, 2), CIERZO_BUSY);
    cr_expect_eq(cierzo_engine_clear(e), CIERZO_BUSY);
    cr_expect_eq(cierzo_engine_running(e), 1);
    cr_assert_eq(cierzo_engine_next(e, &info, -1), CIERZO_INFO);
    CierzoEvent event;
    while ((event = cierzo_engine_next(e, &info, 0)) == CIERZO_INFO) {}
    cr_assert_eq(event, CIERZO_TIMEOUT);
    cierzo_engine_stop(e);
    finish(e, b, &info);
    cr_expect(cierzo_board_is_legal(b, info.best));
    cr_expect_eq(cierzo_engine_running(e), 0);
    cr_expect_eq(cierzo_engine_set_threads(e, 2), CIERZO_OK);
    cr_expect_eq(cierzo_engine_set_hash(e, 2), CIERZO_OK);
    cr_expect_eq(cierzo_engine_clear(e), CIERZO_OK);
    start(e, b, limits);
    cierzo_engine_free(e); /* in the middle of a search */
    cierzo_engine_free(NULL);
    cierzo_board_free(b);
}

Test(library, a_search_with_several_lines_and_a_forecast) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE);
    CierzoEngine *e = engine_new();
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo info = {0};
    CierzoTurn first[4] = {0};
    limits.depth = 2;
    limits.multipv = 3;
    limits.forecast = 1;
    start(e, b, limits);
    int at_depth_two = 0;
    while (cierzo_engine_next(e, &info, -1) == CIERZO_INFO) {
        REQUIRE(info.multipv >= 1 && info.multipv <= 3 && info.forecast_count == 3, "%d", info.forecast_count);
        for (int i = 0; i < 3; i++)
            REQUIRE(info.forecast[i].black >= 0 && info.forecast[i].black <= 1, "%f", info.forecast[i].black);
        cr_expect(info.forecast[0].square == 22 && info.forecast[1].square == 33 && info.forecast[2].square == 44);
        first[info.multipv] = info.pv[0];
        at_depth_two += info.depth == 2;
    }
    cr_expect(first[1] != first[2] && first[1] != first[3] && first[2] != first[3] && at_depth_two >= 3);
    cr_expect_eq(first[1], info.best);
    cierzo_engine_free(e);
    cierzo_board_free(b);
}

Test(library, a_search_among_some_turns_of_a_level_and_of_a_win) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE), *won = board_new("veletas", WON_IN_ONE);
    CierzoEngine *e = engine_new();
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo info = {0};
    CierzoTurn turns[] = {turn_of(b, "f4"), turn_of(b, "d4-d7/f7"), turn_of(b, "f4"), 0};
    limits.nodes = 500;
    limits.turns = turns;
    limits.turn_count = 3;
    cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_ILLEGAL);
    limits.turn_count = 0;
    cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_RANGE);
    turns[2] = 0;
    limits.turn_count = 3;
    cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_ILLEGAL);
    cr_expect_eq(cierzo_engine_running(e), 0);
    limits.turn_count = 2;
    start(e, b, limits);
    finish(e, b, &info);
    cr_expect(info.best == turns[0] || info.best == turns[1]);

    limits = cierzo_limits_none();
    for (limits.elo = 399; limits.elo <= 2601; limits.elo += 2202)
        cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_RANGE);
    limits.elo = 400;
    start(e, b, limits); /* without another limit it ends by itself */
    finish(e, b, &info);
    cr_expect(cierzo_board_is_legal(b, info.best));

    limits = cierzo_limits_none();
    limits.depth = 3;
    start(e, won, limits);
    finish(e, won, &info);
    cr_expect(info.is_mate && info.score == 1 && info.chance == 1 && info.best);
    limits.multipv = 0;
    cr_expect_eq(cierzo_engine_start(e, b, &limits), CIERZO_RANGE);
    cierzo_board_play(won, info.best);
    limits.multipv = 1;
    start(e, won, limits); /* nothing is left to do */
    cr_expect_eq(cierzo_engine_next(e, &info, -1), CIERZO_DONE);
    cr_expect_eq(info.best, 0);
    cierzo_engine_free(e);
    cierzo_board_free(b);
    cierzo_board_free(won);
}

/* What nobody takes is dropped from the front, and the end still comes. */
Test(library, of_what_nobody_takes_the_latest_is_kept) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE);
    CierzoEngine *e = engine_new();
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo info = {0};
    CierzoTurn turns[CIERZO_MAX_TURNS];
    cierzo_board_turns(b, turns);
    limits.depth = 4; /* 4 * 256 lines, and the last ones again at the end */
    limits.multipv = 256;
    limits.turns = turns;
    limits.turn_count = 256;
    start(e, b, limits);
    while (cierzo_engine_running(e)) usleep(1000);
    cr_assert_eq(cierzo_engine_next(e, &info, -1), CIERZO_INFO);
    cr_expect(info.depth == 2 && info.multipv == 1, "depth %d line %d", info.depth, info.multipv);
    cr_expect_eq(finish(e, b, &info), 1023);
    cr_expect_eq(info.depth, 4);
    cierzo_engine_free(e);
    cierzo_board_free(b);
}

Test(library, pondering_goes_on_until_the_hit) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE);
    CierzoEngine *e = engine_new();
    CierzoLimits limits = cierzo_limits_none();
    CierzoInfo info = {0};
    limits.depth = 1;
    limits.ponder = 1;
    start(e, b, limits);
    while (cierzo_engine_next(e, &info, 30) == CIERZO_INFO) {}
    cr_expect_eq(cierzo_engine_running(e), 1);
    cierzo_engine_ponderhit(e);
    finish(e, b, &info);
    cr_expect_neq(info.best, 0);
    cierzo_engine_free(e);
    cierzo_board_free(b);
}

static void on_signal(int number) { (void)number; }

/* A signal for the process must come to a thread of the program, not to one of the engine, which would not know what to do with it. */
Test(library, the_engine_takes_no_signals) {
    CierzoBoard *b = board_new("veletas-7", MIDDLE);
    sigset_t usr, before, after;
    signal(SIGUSR1, on_signal);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    CierzoEngine *e = engine_new();
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    cr_assert_eq(cierzo_engine_set_threads(e, 4), CIERZO_OK);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    cr_expect_eq(sigismember(&before, SIGUSR1), 0);
    cr_expect_eq(sigismember(&after, SIGUSR1), 0);
    start(e, b, cierzo_limits_none());
    pthread_sigmask(SIG_BLOCK, &usr, NULL);
    kill(getpid(), SIGUSR1); /* this thread blocks it: where no other takes it, it stays */
    CierzoInfo info;
    for (int i = 0; i < 3; i++) cierzo_engine_next(e, &info, -1);
    sigpending(&after);
    cr_expect_eq(sigismember(&after, SIGUSR1), 1);
    cierzo_engine_free(e);
    cierzo_board_free(b);
}

/* ---- records ---- */

static CierzoReader *read_text(const char *text) {
    CierzoReader *reader = NULL;
    cr_assert_eq(cierzo_reader_open_text(text, strlen(text), &reader), CIERZO_OK);
    return reader;
}

static bool tag_is(const CierzoRecord *r, const char *name, const char *value) {
    const char *tag = cierzo_record_tag(r, name);
    return tag ? value && !strcmp(tag, value) : !value;
}

Test(library, a_record_is_written_and_read_back) {
    CierzoBoard *b = board_new("veletas-7", NULL);
    CierzoRecord *r = NULL, *back = NULL;
    cr_assert_eq(cierzo_record_new(b, &r), CIERZO_OK);
    cr_expect(tag_is(r, "Variant", "veletas-7") && tag_is(r, "Result", "*") && tag_is(r, "FEN", NULL));
    cr_expect_eq(cierzo_record_set_tag(r, "Black", "one \"and\" only"), CIERZO_OK);
    cr_expect_eq(cierzo_record_set_tag(r, "not a name", "x"), CIERZO_BAD_TAG);
    cr_expect_eq(cierzo_record_set_tag(r, "Variant", "classic"), CIERZO_BAD_TAG);
    cr_expect_eq(cierzo_record_set_tag(r, "Result", "1-0"), CIERZO_BAD_TAG);
    const CierzoNote note = {CIERZO_NOTE_MATE, -3, 9, 0, 1500, 77}, wrong = {CIERZO_NOTE_CP, 0, -1, 0, -1, 0};
    uint64_t seed = 3;
    cr_expect_eq(cierzo_record_add(r, 99, NULL, NULL), CIERZO_ILLEGAL);
    cr_expect_eq(cierzo_record_add(r, turn_of(b, "d4/a1"), &wrong, NULL), CIERZO_RANGE);
    for (CierzoTurn turn; (turn = cierzo_board_random(b, &seed)) != 0;) {
        cr_assert_eq(
            cierzo_record_add(r, turn, state_of(b).plies == 4 ? &note : NULL, state_of(b).plies == 4 ? "why {not}" : NULL),
            CIERZO_OK);
        cierzo_board_play(b, turn);
    }
    cr_expect_eq(cierzo_record_annotate(r, -1, NULL, "in front"), CIERZO_OK);
    cr_expect_eq(cierzo_record_annotate(r, 1000, NULL, "x"), CIERZO_RANGE);
    cr_expect(cierzo_record_winner(r) == state_of(b).winner && tag_is(r, "Result", state_of(b).winner ? "1-0" : "0-1"));
    cr_expect_eq(cierzo_record_set_winner(r, !state_of(b).winner), CIERZO_RANGE);

    char text[1 << 14], part[20];
    size_t length = cierzo_record_text(r, text, sizeof text);
    cr_assert(length == strlen(text) && length < sizeof text);
    cr_expect(cierzo_record_text(r, part, sizeof part) == length && !strncmp(part, text, 19) && !part[19]);
    CierzoReader *reader = read_text(text);
    cr_assert_eq(cierzo_reader_next(reader, &back), CIERZO_OK);
    char again[1 << 14];
    cierzo_record_text(back, again, sizeof again);
    cr_expect_str_eq(again, text);
    CierzoNote read;
    CierzoTurn turn;
    const char *comment;
    cr_assert_eq(cierzo_record_turn(back, 4, &turn, &read, &comment), CIERZO_OK);
    cr_expect(turn == cierzo_board_played(b, 4) && read.kind == CIERZO_NOTE_MATE && read.score == -3 && read.depth == 9);
    cr_expect(read.time == 1500 && read.nodes == 77);
    cr_expect_str_eq(comment, "why {not)");
    cr_assert_eq(cierzo_record_turn(back, -1, &turn, NULL, &comment), CIERZO_OK);
    cr_expect_str_eq(comment, "in front");
    cr_expect_eq(cierzo_record_turn(back, cierzo_record_turn_count(back), &turn, NULL, NULL), CIERZO_RANGE);
    cr_expect_eq(cierzo_reader_next(reader, &back), CIERZO_NOTHING);
    cierzo_reader_free(reader);
    cierzo_record_free(back);
    cierzo_record_free(r);
    cierzo_board_free(b);
}

Test(library, the_positions_of_a_record) {
    CierzoReader *reader = read_text("[Variant \"veletas-7\"]\n[White \"x\"]\n\n1. d4/a1 c3,e5/g7 2. d4-d7/f7 f6 *\n");
    CierzoRecord *r = NULL;
    cr_assert_eq(cierzo_reader_next(reader, &r), CIERZO_OK);
    cr_assert_eq(cierzo_record_turn_count(r), 4);
    char squares[5][CIERZO_SQUARES], expected[CIERZO_SQUARES];
    uint8_t sides[5];
    cierzo_record_positions(r, squares[0], sides);
    for (int i = 0; i <= 4; i++) {
        CierzoBoard *b = NULL;
        cr_assert_eq(cierzo_record_board(r, i, &b), CIERZO_OK);
        cierzo_board_squares(b, expected);
        cr_expect(!memcmp(squares[i], expected, sizeof expected) && sides[i] == state_of(b).side && sides[i] == i % 2);
        cierzo_board_free(b);
    }
    CierzoBoard *b = NULL;
    cr_expect_eq(cierzo_record_board(r, 5, &b), CIERZO_RANGE);
    cr_expect(cierzo_record_tag_count(r) == 2 && !strcmp(cierzo_record_tag_name(r, 1), "White"));
    cr_expect(!strcmp(cierzo_record_tag_value(r, 1), "x") && !cierzo_record_tag_name(r, 2) &&
              !cierzo_record_tag_value(r, -1));
    cr_expect_eq(cierzo_record_set_winner(r, CIERZO_WHITE), CIERZO_OK);
    cr_expect(tag_is(r, "Result", "1-0"));
    cierzo_record_free(r);
    cierzo_reader_free(reader);
}

Test(library, a_broken_game_costs_itself_alone) {
    CierzoReader *reader = read_text(
        "[Variant \"veletas-7\"]\n\n1. d4/d4 *\n\n[Variant \"chess\"]\n\n*\n\n[Variant \"veletas-7\"]\n\n1. d4/a1 *\n");
    CierzoRecord *r = NULL;
    cr_assert_eq(cierzo_reader_next(reader, &r), CIERZO_BAD_RECORD);
    cr_expect_str_eq(cierzo_reader_error(reader), "line 3: turn 1, d4/d4: a setup square is taken or named twice");
    cr_assert_eq(cierzo_reader_next(reader, &r), CIERZO_BAD_RECORD);
    cr_expect_null(r);
    cr_assert_eq(cierzo_reader_next(reader, &r), CIERZO_OK);
    cr_expect_eq(cierzo_record_turn_count(r), 1);
    cierzo_record_free(r);
    cierzo_reader_free(reader);
    reader = read_text("");
    cr_expect_eq(cierzo_reader_next(reader, &r), CIERZO_NOTHING);
    cierzo_reader_free(reader);
    cierzo_reader_free(NULL);
    cierzo_record_free(NULL);
    cr_expect_eq(cierzo_reader_open("/nowhere/none.pgn", &reader), CIERZO_FILE);
}
