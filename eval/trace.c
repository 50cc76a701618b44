/* The evaluation taken apart: the same estimates as those of the score, and where they come from. */
#include "eval/eval.h"
#include "eval/net.h"

static void trace_claimed(const Position *p, EvalTrace *out) {
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard rest = p->claimed[c]; rest;)
            out->shooters[out->count++] =
                (EvalShooter){.square = bb_pop(&rest), .claimed = true, .black = c == BLACK ? SCORE_ONE : 0};
}

static EvalShooter trace_surroundings(const Ground *g, Square s) {
    EvalShooter t = {.square = s, .seen = sight_seen(g->sight[s + CELL_MARGIN])};
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

/* Adds the unclaimed shooters; returns the score. */
static Score trace_unclaimed(const Ground *g, const Board *b, EvalTrace *out) {
    NetInputs in;
    NetParts parts[MAX_SHOOTERS];
    int own[MAX_SHOOTERS], sign = b->position.side == BLACK ? 1 : -1;
    net_read(&in, g, b, b->position.side);
    net_explain(&in, parts);
    Score score = net_score(&in, &b->position, own);
    for (int i = 0; i < in.count; i++) {
        EvalShooter t = trace_surroundings(g, in.square[i]);
        t.black = sign > 0 ? own[i] : CLAIM_ONE - own[i];
        t.by_groups = sign * parts[i].groups;
        t.by_view = sign * parts[i].view;
        t.by_rest = sign * parts[i].rest;
        out->shooters[out->count++] = t;
    }
    return score;
}

void eval_trace(const Board *b, EvalTrace *out) {
    const Position *p = &b->position;
    Phase phase = position_phase(p);
    Ground ground;
    ground_compute(&ground, b);
    *out = (EvalTrace){0};
    trace_claimed(p, out);
    Score score = trace_unclaimed(&ground, b, out);
    Colour winner = position_winner(p);
    if (phase == PHASE_PLAY) {
        out->score = score;
        out->black_wins = score_to_probability(p->side == BLACK ? out->score : -out->score);
    } else {
        out->black_wins = winner == NO_COLOUR ? SCORE_ONE / 2 : winner == BLACK ? SCORE_ONE : 0;
        out->score = winner == NO_COLOUR ? 0 : winner == p->side ? score_win_in(0) : score_loss_in(0);
    }
}
