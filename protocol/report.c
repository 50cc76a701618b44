#include "protocol/report.h"

#include <inttypes.h>

#include "engine/notation.h"
#include "search/forecast.h"

static void add_move(Text *out, Move m) {
    char text[MOVE_TEXT_SIZE];
    text_add_bytes(out, text, move_text(m, text, sizeof text));
}

/* UGI counts plies. UCI counts the turns of the side to move, which are half of the plies, rounded up. */
static int mate_distance(ReportStyle style, Score score) {
    int plies = score_plies(score);
    int distance = style.dialect == DIALECT_UGI ? plies : (plies + 1) / 2;
    if (distance < 1) distance = 1;
    return score_is_loss(score) ? -distance : distance;
}

static void add_score(Text *out, ReportStyle style, const SearchInfo *info) {
    static const char *const BOUNDS[] = {[BOUND_EXACT] = "", [BOUND_LOWER] = " lowerbound", [BOUND_UPPER] = " upperbound"};
    const Score score = style.in_setup ? info->score : score_promised(info->score);
    if (score_is_proved(score)) text_add(out, " score mate %d", mate_distance(style, score));
    else text_add(out, " score cp %d", score);
    text_add(out, "%s", BOUNDS[info->bound]);
    if (style.show_wdl) {
        int win = (1000 * score_to_probability(score) + SCORE_ONE / 2) / SCORE_ONE;
        text_add(out, " wdl %d 0 %d", win, 1000 - win);
    }
}

void report_info(Text *out, ReportStyle style, const SearchInfo *info) {
    text_add(out, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth, info->multipv);
    add_score(out, style, info);
    text_add(out, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes, info->nps, info->hashfull,
             info->time);
    if (info->pv_length > 0) text_add(out, " pv");
    for (int i = 0; i < info->pv_length; i++) {
        text_add(out, " ");
        add_move(out, info->pv[i]);
    }
    text_add(out, "\n");
}

void report_claims(Text *out, const Board *root, const SearchInfo *info) {
    ClaimForecast claims[MAX_SHOOTERS];
    int count = forecast_claims(root, info->pv, info->pv_length, claims);
    if (!count) return;
    text_add(out, "info string claims");
    for (int i = 0; i < count; i++) {
        char square[4];
        square_text(claims[i].square, square, sizeof square);
        int percent = (100 * claims[i].black + SCORE_ONE / 2) / SCORE_ONE;
        text_add(out, " %s %d.%02d", square, percent / 100, percent % 100);
    }
    text_add(out, "\n");
}

void report_bestmove(Text *out, ReportStyle style, Move best, Move ponder) {
    text_add(out, "bestmove ");
    add_move(out, best);
    if (ponder != MOVE_NONE && style.dialect == DIALECT_UCI) {
        text_add(out, " ponder ");
        add_move(out, ponder);
    }
    text_add(out, "\n");
}
