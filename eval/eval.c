#include "eval/eval.h"

#include "eval/claims.h"

void eval_init(void) {
    score_init();
    weights_init();
    claims_init();
}

Score eval_score(const Board *b) {
    Ground ground;
    Claims claims;
    ground_compute(&ground, b);
    claims_estimate(&claims, &ground, b, b->position.side);
    return claims_score(&claims, &b->position);
}
