#include "search/forecast.h"

#include "eval/eval.h"

/* Where a shooter stands at the end of the line. */
static Square follow_shooter(Square s, const Move *line, int length) {
    for (int i = 0; i < length; i++)
        if (move_kind(line[i]) == MOVE_KIND_TURN && move_relocates(line[i]) && move_from(line[i]) == s) s = move_to(line[i]);
    return s;
}

static const EvalShooter *shooter_on(const EvalTrace *trace, Square s) {
    int i = 0;
    while (trace->shooters[i].square != s) i++;
    return &trace->shooters[i];
}

int forecast_claims(const Board *root, const Move *line, int length, ClaimForecast out[MAX_SHOOTERS]) {
    const Position *p = &root->position;
    Board end = *root;
    EvalTrace trace;
    Undo undo;
    int count = 0;
    for (int i = 0; i < length; i++) board_play(&end, line[i], &undo);
    eval_trace(&end, &trace);
    for (Bitboard shooters = p->shooters | p->claimed[BLACK] | p->claimed[WHITE]; shooters; count++) {
        Square now = bb_pop(&shooters);
        out[count] =
            (ClaimForecast){now, !bb_has(p->shooters, now), shooter_on(&trace, follow_shooter(now, line, length))->black};
    }
    return count;
}
