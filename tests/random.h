/* A small generator of random numbers for tests: xorshift64* (Vigna, 2016). One seed, one sequence, on every machine. */
#ifndef CIERZO_TESTS_RANDOM_H
#define CIERZO_TESTS_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state; /* never 0 */
} Random;

static inline Random random_seeded(uint64_t seed) { return (Random){(seed + 1) * 0x9E3779B97F4A7C15u | 1}; }

static inline uint64_t random_next(Random *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545F4914F6CDD1Du;
}

/* 0 … n - 1. */
static inline int random_below(Random *r, int n) { return (int)((random_next(r) >> 33) % (unsigned)n); }

static inline bool random_chance(Random *r, int percent) { return random_below(r, 100) < percent; }

#endif
