#include "tools/games/costs.h"

#include <stdlib.h>

#include "engine/notation.h"

void costs_add(Costs *c, const Cost *cost) {
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 256;
        Cost *items = realloc(c->items, room * sizeof *items);
        if (!items) return;
        c->items = items;
        c->room = room;
    }
    c->items[c->count++] = *cost;
}

static double loss(const Cost *c) { return c->before - c->after; }

/* Equal losses in the order of the games, so that the list is the same every time. */
static int worse_first(const void *a, const void *b) {
    const Cost *x = a, *y = b;
    if (loss(x) != loss(y)) return loss(x) > loss(y) ? -1 : 1;
    if (x->game != y->game) return x->game - y->game;
    return x->number != y->number ? x->number - y->number : (int)x->mover - (int)y->mover;
}

void costs_print(Costs *c, int most) {
    if (c->count) qsort(c->items, c->count, sizeof *c->items, worse_first);
    printf("%5s %6s %6s  %4s %6s  %-16s %-16s %s\n", "lost", "before", "after", "game", "turn", "played", "better", "file");
    for (size_t i = 0; i < c->count && i < (size_t)most; i++) {
        const Cost *t = &c->items[i];
        char played[MOVE_TEXT_SIZE], better[MOVE_TEXT_SIZE];
        move_text(t->played, played, sizeof played);
        move_text(t->better, better, sizeof better);
        printf("%5.3f %6.3f %6.3f  %4d %5d%c  %-16s %-16s %s\n", loss(t), t->before, t->after, t->game, t->number,
               t->mover == BLACK ? 'b' : 'w', played, better, t->path);
    }
}

void costs_free(Costs *c) {
    free(c->items);
    *c = (Costs){0};
}
