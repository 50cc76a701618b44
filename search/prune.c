#include "search/prune.h"

/* 16/48/128 before moves were given up by their estimates; since then 211-189 for these, 98-102 for 64/200/600 (25 ms, veletas). */
int prune_width(int depth) { return depth <= 1 ? 32 : depth == 2 ? 96 : 256; }

int prune_reduction(int depth, int index) {
    if (depth < 2 || index < 4) return 0;
    int reduction = index < 12 ? 1 : index < 40 ? 2 : 3;
    return reduction < depth - 1 ? reduction : depth - 1;
}

int prune_stand_margin(int depth) { return 60 * (depth - 1); }

int prune_futile_margin(int depth) { return 50 + 30 * (depth - 1); }
