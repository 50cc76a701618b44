#include "engine/variant.h"

#include <string.h>

/* name, size, first, second, setup_stones, swap, ban_perimeter, ban_adjacent, unclaimed_block, claimed_block, corners */
#define ROW(name, size, first, second, stones, swap, perimeter, adjacent, unclaimed, claimed, corners)                      \
    { name, size, first, second, stones, swap, perimeter, adjacent, unclaimed, claimed, corners, 0, 0, 0 }
#define FAMILY(name, ...)                                                                                                   \
    ROW(name, 10, 3, 4, __VA_ARGS__), ROW(name "-9", 9, 2, 3, __VA_ARGS__), ROW(name "-7", 7, 1, 2, __VA_ARGS__)

static Variant rows[VARIANT_COUNT] = {
    FAMILY("veletas", true, true, true, false, false, false, false),
    FAMILY("nocorners", true, true, true, false, false, false, true),
    FAMILY("boardspace", true, true, true, false, false, true, false),
    FAMILY("interim", true, true, false, true, true, true, false),
    FAMILY("classic", false, false, false, true, true, true, false),
};

static Bitboard square_block(int from, int to) {
    Bitboard set = 0;
    for (int rank = from; rank < to; rank++)
        for (int file = from; file < to; file++) set |= bb_of(square_at(file, rank));
    return set;
}

void variants_init(void) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        Variant *v = &rows[i];
        int last = v->size - 1;
        v->board = square_block(0, v->size);
        if (v->corners_removed)
            v->board &= ~(bb_of(square_at(0, 0)) | bb_of(square_at(last, 0)) | bb_of(square_at(0, last)) |
                          bb_of(square_at(last, last)));
        v->walls = ~v->board;
        v->setup_squares = v->ban_perimeter ? v->board & square_block(1, last) : v->board;
    }
}

const Variant *variant_at(int index) { return &rows[index]; }

const Variant *variant_find(const char *name) {
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}
