/* Which moves some worker is searching now, so that the others search different ones first: deferring as in Kerrigan's simplified ABDADA
 * (2017; the original: Weill, 1996). A mark that is lost, or that stands for another move too, costs time and never changes a result. */
#ifndef CIERZO_SEARCH_BUSY_H
#define CIERZO_SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/move.h"

enum { BUSY_SLOTS = 1 << 12 };

/* All zero: no move is being searched. */
typedef struct {
    _Atomic uint64_t at[BUSY_SLOTS];
} Busy;

/* The number that stands for a move in the position of that key; never 0. */
static inline uint64_t busy_mark(uint64_t key, Move m) { return (key ^ (uint64_t)move_pack(m) * 0x9E3779B97F4A7C15u) | 1; }

static inline _Atomic uint64_t *busy_slot(Busy *b, uint64_t mark) { return &b->at[mark >> 32 & (BUSY_SLOTS - 1)]; }

static inline bool busy_is(Busy *b, uint64_t mark) {
    return atomic_load_explicit(busy_slot(b, mark), memory_order_relaxed) == mark;
}

static inline void busy_begin(Busy *b, uint64_t mark) {
    atomic_store_explicit(busy_slot(b, mark), mark, memory_order_relaxed);
}

static inline void busy_end(Busy *b, uint64_t mark) {
    if (busy_is(b, mark)) atomic_store_explicit(busy_slot(b, mark), 0, memory_order_relaxed);
}

#endif
