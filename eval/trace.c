/* The evaluation taken apart, from the same estimate as the score. */
#include "eval/claims.h"
#include "eval/eval.h"

static void trace_claimed(const Position *p, EvalTrace *out) {
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard rest = p->claimed[c]; rest;)
            out->shooters[out->count++] =
                (EvalShooter){.square = bb_pop(&rest), .claimed = true, .black = c == BLACK ? SCORE_ONE : 0};
}

static EvalShooter trace_shooter(const Ground *g, const Claims *claims, int i) {
    Square s = claims->square[i];
    EvalShooter t = {.square = s, .black = claims->black[i], .seen = sight_seen(claims->sight[i])};
    for (Colour c = BLACK; c <= WHITE; c++) {
        t.largest[c] = g->largest[c][s + CELL_MARGIN];
        t.within[c] = g->within[c][s + CELL_MARGIN];
    }
    for (Bitboard rest = lines_seen(s, g->blockers) & g->empty; rest;) {
        int value = g->value[bb_pop(&rest) + CELL_MARGIN];
        if (value) t.prospects[value > 0 ? BLACK : WHITE]++;
    }
    return t;
}

void eval_trace(const Board *b, EvalTrace *out) {
    const Position *p = &b->position;
    Phase phase = position_phase(p);
    Ground ground;
    Claims claims;
    ground_compute(&ground, b);
    claims_estimate(&claims, &ground, b, p->side);
    *out = (EvalTrace){0};
    trace_claimed(p, out);
    for (int i = 0; i < claims.count; i++) out->shooters[out->count++] = trace_shooter(&ground, &claims, i);
    Colour winner = position_winner(p);
    if (phase == PHASE_PLAY) {
        out->score = claims_score(&claims, p);
        out->black_wins = score_to_probability(p->side == BLACK ? out->score : -out->score);
    } else {
        out->black_wins = winner == NO_COLOUR ? SCORE_ONE / 2 : winner == BLACK ? SCORE_ONE : 0;
        out->score = winner == NO_COLOUR ? 0 : winner == p->side ? score_win_in(0) : score_loss_in(0);
    }
}
