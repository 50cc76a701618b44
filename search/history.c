#include "search/history.h"

/* The nearer to the bound, the less is added, so that what is old fades; from a weight of the whole bound on nothing old is left. */
static void add(int16_t *value, int sign, int depth, int most) {
    int weight = HISTORY_WEIGHT * depth * depth;
    if (weight > most) weight = most;
    *value = (int16_t)(*value + sign * weight - *value * weight / most);
}

static void note(History *h, Colour mover, Move m, int sign, int depth) {
    add(&h->shot[mover][move_shot(m)], sign, depth, HISTORY_SHOT);
    if (move_relocates(m)) add(&h->relocation[mover][move_from(m)][move_to(m)], sign, depth, HISTORY_RELOCATION);
}

void history_reward(History *h, Colour mover, Move m, int depth) { note(h, mover, m, 1, depth); }

void history_punish(History *h, Colour mover, Move m, int depth) { note(h, mover, m, -1, depth); }
