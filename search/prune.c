#include "search/prune.h"

/* 16/48/128 before moves were given up by their estimates; since then 211-189 for these, 98-102 for 64/200/600 (25 ms, veletas). */
int prune_width(int depth) { return depth <= 1 ? PRUNE_WIDTH_1 : depth == 2 ? PRUNE_WIDTH_2 : PRUNE_WIDTH; }

/* By even numbers only: scores of odd and even depths lie some 50 cp apart. These won 125-105 against 1, 2 and 3 plies from moves 4, 12 and
 * 40 on; 2 from move 8 and 4 from move 40 on won 123-107 against those (6,000 nodes a turn, veletas). */
int prune_reduction(int depth, int index) {
    if (depth < 2 || index < REDUCTION_FIRST) return 0;
    int reduction = 2 * (index < REDUCTION_LATE ? REDUCTION_PAIRS : REDUCTION_LATE_PAIRS);
    return reduction < depth - 1 ? reduction : depth - 1;
}

int prune_stand_margin(int depth) { return PRUNE_STAND_MARGIN * (depth - 1); }

int prune_futile_margin(int depth) { return PRUNE_FUTILE_BASE + PRUNE_FUTILE_MARGIN * (depth - 1); }
