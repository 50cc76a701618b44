#include "engine/position.h"

#include "engine/lines.h"
#include "engine/zobrist.h"

Position position_start(const Variant *v) {
    Position p = {.variant = v, .number = 1, .side = BLACK, .swap = SWAP_NONE};
    p.key = position_compute_key(&p);
    return p;
}

Phase position_phase(const Position *p) {
    int placed = position_shooters(p);
    if (placed == 0) return PHASE_FIRST_SETUP;
    if (placed < variant_shooters(p->variant)) return PHASE_SECOND_SETUP;
    return position_winner(p) == NO_COLOUR ? PHASE_PLAY : PHASE_OVER;
}

bool position_is_trapped(const Position *p, Square s) {
    Bitboard empty = position_empty(p);
    return !(bb_around(bb_of(s)) & empty) && !(lines_seen(s, position_blockers(p)) & empty);
}

static uint64_t keys_of(Bitboard set, const uint64_t *keys) {
    uint64_t key = 0;
    while (set) key ^= keys[bb_pop(&set)];
    return key;
}

uint64_t position_compute_key(const Position *p) {
    uint64_t key = zobrist.swap[p->swap] ^ (p->side == WHITE ? zobrist.white_to_move : 0);
    for (int c = BLACK; c <= WHITE; c++)
        key ^= keys_of(p->stones[c], zobrist.stone[c]) ^ keys_of(p->claimed[c], zobrist.claimed[c]);
    return key ^ keys_of(p->shooters, zobrist.shooter);
}

bool position_check(const Position *p) {
    const Bitboard sets[] = {p->stones[0], p->stones[1], p->claimed[0], p->claimed[1], p->shooters};
    Bitboard all = 0;
    for (int i = 0; i < 5; i++) {
        if (sets[i] & all) return false;
        all |= sets[i];
    }
    int placed = position_shooters(p);
    return !(all & p->variant->walls) && p->claims[0] == bb_count(p->claimed[0]) &&
           p->claims[1] == bb_count(p->claimed[1]) &&
           (placed == 0 || placed == p->variant->first || placed == variant_shooters(p->variant)) && p->side <= WHITE &&
           p->swap <= SWAP_DONE && p->number >= 1 && p->key == position_compute_key(p);
}
