/* SplitMix64 (Steele, Lea and Flood, 2014): 64 random bits a call from any state, the same on every machine. */
#ifndef CIERZO_ENGINE_SPLITMIX_H
#define CIERZO_ENGINE_SPLITMIX_H

#include <stdint.h>

static inline uint64_t splitmix64(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* 0 .. n - 1, nearly evenly; n at least 1. */
static inline int splitmix64_below(uint64_t *state, int n) { return (int)((splitmix64(state) >> 32) * (uint64_t)n >> 32); }

#endif
