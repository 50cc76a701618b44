#include "tests/exhaust.h"

#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"

enum { SLOTS = 1 << 21, POSITIONS_MOST = 1 << 20 };

typedef struct {
    uint64_t key; /* 0: free */
    int8_t plies;
} Slot;

struct Exhaust {
    Slot slots[SLOTS];
    int used, most;
};

Exhaust *exhaust_create(void) {
    Exhaust *e = calloc(1, sizeof *e);
    if (!e) abort();
    return e;
}

void exhaust_destroy(Exhaust *e) { free(e); }

void exhaust_clear(Exhaust *e) { memset(e, 0, sizeof *e); }

static Slot *find_slot(Exhaust *e, uint64_t key) {
    size_t at = key % SLOTS;
    while (e->slots[at].key && e->slots[at].key != key) at = (at + 1) % SLOTS;
    return &e->slots[at];
}

/* A turn after which the game lasts so many plies more, signed for the side to move after it, against the best so far, signed for the side
 * that made it; 0 stands for none. */
static int better_of(int best, int after, bool mover_won) {
    int plies = after > 0 ? -after - 1 : after < 0 ? -after + 1 : mover_won ? 1 : -1;
    if (!best) return plies;
    if ((best > 0) != (plies > 0)) return best > 0 ? best : plies;
    return best < plies ? best : plies; /* the shortest win, the longest loss */
}

static bool distance(Exhaust *e, Board *b, int *plies) {
    *plies = 0;
    if (position_winner(&b->position) != NO_COLOUR) return true;
    Slot *known = find_slot(e, b->position.key);
    if (known->key) {
        *plies = known->plies;
        return true;
    }
    const Position here = b->position;
    int best = 0;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; best != 1 && turns_next(&it, &slice);)
        while (slice.shots && best != 1) {
            Undo undo;
            int after;
            board_play(b, move_turn(slice.from, slice.to, bb_pop(&slice.shots)), &undo);
            bool fits = distance(e, b, &after);
            best = better_of(best, after, position_winner(&b->position) == (Colour)here.side);
            board_undo(b, &undo);
            if (!fits) return false;
        }
    if (e->used == e->most) return false;
    e->used++;
    *find_slot(e, here.key) = (Slot){here.key, (int8_t)best};
    *plies = best;
    return true;
}

bool exhaust_distance(Exhaust *e, Board *b, int most, int *plies) {
    e->most = e->used + most < POSITIONS_MOST ? e->used + most : POSITIONS_MOST;
    return distance(e, b, plies);
}
