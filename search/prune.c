#include "search/prune.h"

/* Widths after the prototype's matches: 32/64/128 beat half of it by 53-27, twice of it was no better. */
int prune_width(int depth) { return depth <= 1 ? 32 : depth == 2 ? 64 : 128; }

int prune_reduction(int depth, int index) {
    if (depth < 2 || index < 4) return 0;
    int reduction = index < 12 ? 1 : index < 40 ? 2 : 3;
    return reduction < depth - 1 ? reduction : depth - 1;
}

int prune_stand_margin(int depth) { return 60 * (depth - 1); }
