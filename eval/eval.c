#include "eval/eval.h"

#include "engine/lines.h"
#include "eval/claims.h"
#include "eval/shooters.h"
#include "eval/weights.h"

void eval_init(void) {
    score_init();
    weights_init();
    shooters_init();
}

void claims_estimate(const Ground *g, const Board *b, Colour to_move, Claims *out) {
    const Position *p = &b->position;
    Bitboard blockers = position_blockers(p);
    int tempo = claims_tempo(to_move);
    out->count = 0;
    for (Bitboard rest = p->shooters; rest; out->count++) {
        Square s = bb_pop(&rest);
        Bitboard seen = lines_seen(s, blockers) & g->empty;
        out->square[out->count] = s;
        out->seen[out->count] = seen;
        shooter_features(g, b, s, seen, tempo, &out->features[out->count]);
        out->black[out->count] = shooter_probability(features_log_odds(&out->features[out->count]));
    }
}

Odds claims_odds(const Claims *c, const Position *p) {
    return shooters_majority(c->black, c->count, p->claims[BLACK], variant_majority(p->variant));
}

Score claims_score(const Claims *c, const Position *p) {
    Odds odds = claims_odds(c, p);
    return p->side == BLACK ? score_of_odds(odds.black, odds.white) : score_of_odds(odds.white, odds.black);
}

Score eval_score(const Board *b) {
    Ground ground;
    Claims claims;
    ground_compute(&ground, b);
    claims_estimate(&ground, b, b->position.side, &claims);
    return claims_score(&claims, &b->position);
}
