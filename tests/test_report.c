/* What a search says, as lines of both dialects. */
#include "protocol/report.h"

#include <string.h>

#include "engine/notation.h"
#include "eval/eval.h"
#include "tests/support.h"

static void init(void) {
    support_init();
    eval_init();
}

TestSuite(report, .init = init);

static const ReportStyle UCI = {.dialect = DIALECT_UCI}, UGI = {.dialect = DIALECT_UGI};

static void expect_info(ReportStyle style, SearchInfo info, const char *expected) {
    Text line = {0};
    report_info(&line, style, &info);
    cr_expect_str_eq(line.data, expected);
    text_free(&line);
}

static void expect_score(ReportStyle style, Score score, ScoreBound bound, const char *expected) {
    Text line = {0};
    char whole[200];
    report_info(&line, style, &(SearchInfo){.depth = 1, .seldepth = 1, .multipv = 1, .score = score, .bound = bound});
    snprintf(whole, sizeof whole, "info depth 1 seldepth 1 multipv 1 score %s nodes 0 nps 0 hashfull 0 time 0\n", expected);
    cr_expect_str_eq(line.data, whole);
    text_free(&line);
}

Test(report, every_field_has_its_place) {
    const Move pv[] = {move_turn(square_at(3, 3), square_at(3, 6), square_at(5, 6)),
                       move_turn(NO_SQUARE, NO_SQUARE, square_at(9, 9))};
    SearchInfo info = {.depth = 7,
                       .seldepth = 12,
                       .multipv = 2,
                       .score = -31,
                       .nodes = 12345678901,
                       .nps = 987654,
                       .hashfull = 17,
                       .time = 12500,
                       .pv = pv,
                       .pv_length = 2};
    expect_info(UCI, info,
                "info depth 7 seldepth 12 multipv 2 score cp -43 nodes 12345678901 nps 987654 hashfull 17 time 12500 pv "
                "d4-d7/f7 j10\n");
}

Test(report, mates_count_turns_in_uci_and_plies_in_ugi) {
    static const int TURNS[] = {0, 1, 1, 2, 2, 3, 3};
    for (int plies = 1; plies <= 6; plies++) {
        char text[32];
        snprintf(text, sizeof text, "mate %d", TURNS[plies]);
        expect_score(UCI, score_win_in(plies), BOUND_EXACT, text);
        snprintf(text, sizeof text, "mate -%d", TURNS[plies]);
        expect_score(UCI, score_loss_in(plies), BOUND_EXACT, text);
        snprintf(text, sizeof text, "mate %d", plies);
        expect_score(UGI, score_win_in(plies), BOUND_EXACT, text);
        snprintf(text, sizeof text, "mate -%d", plies);
        expect_score(UGI, score_loss_in(plies), BOUND_EXACT, text);
    }
}

Test(report, bounds_and_probabilities_follow_the_score) {
    ReportStyle wdl = {.dialect = DIALECT_UCI, .show_wdl = true};
    expect_score(UCI, 5, BOUND_LOWER, "cp 7 lowerbound");
    expect_score(UCI, 5, BOUND_UPPER, "cp 7 upperbound");
    expect_score(wdl, 0, BOUND_EXACT, "cp 0 wdl 500 0 500");
    expect_score(wdl, 0, BOUND_UPPER, "cp 0 upperbound wdl 500 0 500");
    expect_score(wdl, 100, BOUND_EXACT, "cp 140 wdl 691 0 309");
    expect_score(wdl, -400, BOUND_EXACT, "cp -560 wdl 38 0 962");
    expect_score(wdl, score_win_in(3), BOUND_EXACT, "mate 2 wdl 1000 0 0");
    expect_score(wdl, score_loss_in(2), BOUND_EXACT, "mate -1 wdl 0 0 1000");
}

Test(report, scores_of_play_are_what_they_promise_and_those_of_setups_what_they_are) {
    const ReportStyle setup = {.dialect = DIALECT_UCI, .show_wdl = true, .in_setup = true};
    expect_score(setup, 100, BOUND_EXACT, "cp 100 wdl 640 0 360");
    expect_score(setup, -SCORE_CP_MAX, BOUND_EXACT, "cp -3000 wdl 0 0 1000");
    expect_score(UCI, SCORE_CP_MAX - 1, BOUND_EXACT, "cp 3000");
    expect_score(UCI, -SCORE_CP_MAX, BOUND_EXACT, "cp -3000");
}

static void expect_best(ReportStyle style, Move best, Move ponder, const char *expected) {
    Text line = {0};
    report_bestmove(&line, style, best, ponder);
    cr_expect_str_eq(line.data, expected);
    text_free(&line);
}

Test(report, bestmove_has_a_ponder_move_in_uci_only) {
    Move a = move_turn(NO_SQUARE, NO_SQUARE, square_at(0, 0)), b = move_turn(NO_SQUARE, NO_SQUARE, square_at(1, 0));
    expect_best(UCI, a, b, "bestmove a1 ponder b1\n");
    expect_best(UCI, a, MOVE_NONE, "bestmove a1\n");
    expect_best(UGI, a, b, "bestmove a1\n");
    expect_best(UCI, MOVE_NONE, MOVE_NONE, "bestmove (none)\n");
    expect_best(UCI, MOVE_SWAP, a, "bestmove swap ponder a1\n");
}

Test(report, claims_follow_the_shooters_through_the_line) {
    /* d4 goes to d5 and shoots d4, where it is trapped beside the larger black group: its square now is d4. */
    Position p;
    cr_assert_eq(position_parse(variant_find("veletas-7"), "7/7/2bwb2/2b1b2/2bsb2/3w3/B5s w - 9", &p), NOTATION_OK);
    Board root;
    board_set(&root, &p);
    Move m;
    cr_assert_eq(move_parse(&p, "d3-d4/d3", &m), NOTATION_OK);
    Text line = {0};
    report_claims(&line, &root, &(SearchInfo){.pv = &m, .pv_length = 1});
    cr_expect_eq(strncmp(line.data, "info string claims a1 1.00 g1 0.", 31), 0, "%s", line.data);
    cr_expect_not_null(strstr(line.data, " d3 1.00\n"), "%s", line.data);
    text_free(&line);
}
