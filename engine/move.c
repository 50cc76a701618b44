#include "engine/move.h"

Move move_setup(const Square *shooters, int count, Square stone) {
    Square sorted[MAX_PLACED] = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE};
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && square_by_file(sorted[j - 1]) > square_by_file(shooters[i]); j--) sorted[j] = sorted[j - 1];
        sorted[j] = shooters[i];
    }
    Move m = (Move)MOVE_KIND_SETUP << MOVE_KIND_SHIFT | stone;
    for (int i = 0; i < MAX_PLACED; i++) m |= (Move)sorted[i] << (7 + 7 * i);
    return m;
}
