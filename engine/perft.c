#include "engine/perft.h"

#include "engine/movegen.h"
#include "engine/setup.h"

static bool stopped(const atomic_bool *stop) { return stop && atomic_load_explicit(stop, memory_order_relaxed); }

static uint64_t perft_of(Board *b, Move m, int depth, const atomic_bool *stop) {
    Undo undo;
    board_play(b, m, &undo);
    uint64_t leaves = perft(b, depth - 1, stop);
    board_undo(b, &undo);
    return leaves;
}

uint64_t perft(Board *b, int depth, const atomic_bool *stop) {
    if (depth <= 0) return 1;
    if (depth == 1) return turns_count(&b->position);
    const Position here = b->position;
    uint64_t leaves = 0;
    if (position_in_setup(&here)) {
        SetupIterator it = setup_begin(&here);
        for (Move m; !stopped(stop) && setup_next(&it, &m);) leaves += perft_of(b, m, depth, stop);
        return leaves;
    }
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; !stopped(stop) && turns_next(&it, &slice);)
        while (slice.shots) leaves += perft_of(b, move_turn(slice.from, slice.to, bb_pop(&slice.shots)), depth, stop);
    return leaves;
}
