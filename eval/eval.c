#include "eval/eval.h"

#include "engine/digest.h"
#include "eval/net.h"

void eval_init(void) {
    score_init();
    claims_init();
    net_init();
}

uint64_t eval_identity(void) { return digest_add(0, net_weights, sizeof net_weights); }

Score eval_score(const Board *b) {
    Ground ground;
    NetInputs in;
    int own[MAX_SHOOTERS];
    ground_compute(&ground, b);
    net_read(&in, &ground, b, b->position.side);
    return net_score(&in, &b->position, own);
}
