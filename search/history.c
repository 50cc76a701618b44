#include "search/history.h"

/* The nearer to the bound, the less is added, so that what is old fades. */
static void add(int16_t *value, int bonus, int weight) {
    *value = (int16_t)(*value + bonus - *value * weight / HISTORY_MOST);
}

static int weight_of(int depth) {
    enum { DEEP = 10 /* from here on the weight is HISTORY_MOST */ };
    return depth > DEEP ? HISTORY_MOST : 10 * depth * depth;
}

static void note(History *h, Colour mover, Move m, int sign, int depth) {
    const int weight = weight_of(depth);
    add(&h->shot[mover][move_shot(m)], sign * weight, weight);
    if (move_relocates(m)) add(&h->relocation[mover][move_from(m)][move_to(m)], sign * weight, weight);
}

void history_reward(History *h, Colour mover, Move m, int depth) { note(h, mover, m, 1, depth); }

void history_punish(History *h, Colour mover, Move m, int depth) { note(h, mover, m, -1, depth); }
