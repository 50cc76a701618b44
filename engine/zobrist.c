#include "engine/zobrist.h"

#include <stddef.h>

#include "engine/splitmix.h"

Zobrist zobrist;

static void fill(uint64_t *keys, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++) keys[i] = splitmix64(state);
}

void zobrist_init(void) {
    uint64_t state = 0x5645544C45544153u;
    fill(&zobrist.stone[0][0], (size_t)2 * SQUARES, &state);
    fill(&zobrist.claimed[0][0], (size_t)2 * SQUARES, &state);
    fill(zobrist.shooter, SQUARES, &state);
    zobrist.white_to_move = splitmix64(&state);
    zobrist.swap[0] = 0;
    fill(&zobrist.swap[1], 2, &state);
}
