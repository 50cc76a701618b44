/* Sets of squares: one bit a square of the 11-column grid (square.h), 110 of 128 bits used. */
#ifndef CIERZO_ENGINE_BITBOARD_H
#define CIERZO_ENGINE_BITBOARD_H

#include <stdbool.h>

#include "engine/square.h"

typedef unsigned __int128 Bitboard;

static inline Bitboard bb_of(Square s) { return (Bitboard)1 << s; }
static inline bool bb_has(Bitboard b, Square s) { return (bool)((b >> s) & 1); }

static inline int bb_count(Bitboard b) {
    return __builtin_popcountll((uint64_t)b) + __builtin_popcountll((uint64_t)(b >> 64));
}

/* Lowest square of a non-empty set. */
static inline Square bb_first(Bitboard b) {
    uint64_t low = (uint64_t)b;
    return (Square)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(b >> 64)));
}

/* Highest square of a set; 0 of the empty set. */
static inline Square bb_last(Bitboard b) {
    uint64_t high = (uint64_t)(b >> 64), low = (uint64_t)b | 1;
    int high_index = 127 - __builtin_clzll(high | 1), low_index = 63 - __builtin_clzll(low);
    return (Square)(high ? high_index : low_index);
}

/* File a: the first square of every rank of the grid. */
#define FILE_A ((((Bitboard)1 << MAX_SIZE * STRIDE) - 1) / ((1 << STRIDE) - 1))

/* Of a non-empty set, the square that comes first in the order of square_by_file. */
static inline Square bb_first_by_file(Bitboard b) {
    Bitboard file = FILE_A;
    while (!(b & file)) file <<= 1;
    return bb_first(b & file);
}

static inline Square bb_pop(Bitboard *b) {
    Square s = bb_first(*b);
    *b &= *b - 1;
    return s;
}

/* Loops over the squares s of a set. The two 64-bit halves are loops of their own, which takes a third of the
 * instructions of bb_pop. For the hottest loops. `break` would leave one half only, so it must not be used. */
#define BB_EACH(s, set)                                                                                                     \
    for (int s##_base = 0; s##_base < 128; s##_base += 64)                                                                  \
        for (uint64_t s##_rest = (uint64_t)((set) >> s##_base), s;                                                          \
             s##_rest && (s = (uint64_t)(s##_base + __builtin_ctzll(s##_rest)), true); s##_rest &= s##_rest - 1)

/* One step in a direction. The result may hold pad squares and squares above the board: mask it. */
static inline Bitboard bb_north(Bitboard b) { return b << STRIDE; }
static inline Bitboard bb_south(Bitboard b) { return b >> STRIDE; }
static inline Bitboard bb_east(Bitboard b) { return b << 1; }
static inline Bitboard bb_west(Bitboard b) { return b >> 1; }

/* Squares one orthogonal step (beside) or one king step (around) from a square of the set; squares of the set may be
 * among them. */
static inline Bitboard bb_beside(Bitboard b) { return bb_north(b) | bb_south(b) | bb_east(b) | bb_west(b); }
static inline Bitboard bb_around(Bitboard b) {
    Bitboard row = b | bb_east(b) | bb_west(b);
    return bb_north(row) | bb_south(row) | bb_east(b) | bb_west(b);
}

/* The squares of `area` that orthogonal steps within it reach from the squares of `seed` in it, those included. */
static inline Bitboard bb_flood(Bitboard seed, Bitboard area) {
    Bitboard filled = seed & area;
    for (;;) {
        Bitboard next = (filled | bb_beside(filled)) & area;
        if (next == filled) return filled;
        filled = next;
    }
}

#endif
