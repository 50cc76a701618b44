#include "engine/zobrist.h"

#include <stddef.h>

Zobrist zobrist;

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void fill(uint64_t *keys, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++) keys[i] = next(state);
}

void zobrist_init(void) {
    uint64_t state = 0x5645544C45544153u;
    fill(&zobrist.stone[0][0], (size_t)2 * SQUARES, &state);
    fill(&zobrist.claimed[0][0], (size_t)2 * SQUARES, &state);
    fill(zobrist.shooter, SQUARES, &state);
    zobrist.white_to_move = next(&state);
    zobrist.swap[0] = 0;
    fill(&zobrist.swap[1], 2, &state);
}
