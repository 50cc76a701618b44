#include "tools/openings/opening.h"

#include "engine/play.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "kit/ask.h"
#include "search/setup_prior.h"

/* ---- symmetry ---- */

static Square turned_square(Square s, int last, int symmetry) {
    int file = square_file(s), rank = square_rank(s);
    if (symmetry & 1) file = last - file;
    if (symmetry & 2) rank = last - rank;
    return symmetry & 4 ? square_at(rank, file) : square_at(file, rank);
}

static Bitboard turned_set(Bitboard set, int last, int symmetry) {
    Bitboard turned = 0;
    while (set) turned |= bb_of(turned_square(bb_pop(&set), last, symmetry));
    return turned;
}

Position opening_turned(const Position *p, int symmetry) {
    Position turned = *p;
    int last = p->variant->size - 1;
    for (int c = 0; c < 2; c++) {
        turned.stones[c] = turned_set(p->stones[c], last, symmetry);
        turned.claimed[c] = turned_set(p->claimed[c], last, symmetry);
    }
    turned.shooters = turned_set(p->shooters, last, symmetry);
    turned.key = position_compute_key(&turned);
    return turned;
}

static bool stands_before(const Position *a, const Position *b) {
    if (a->shooters != b->shooters) return a->shooters < b->shooters;
    if (a->stones[BLACK] != b->stones[BLACK]) return a->stones[BLACK] < b->stones[BLACK];
    return a->stones[WHITE] < b->stones[WHITE];
}

Position opening_canonical(const Position *p) {
    Position first = *p;
    for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
        Position turned = opening_turned(p, symmetry);
        if (stands_before(&turned, &first)) first = turned;
    }
    return first;
}

/* ---- what is an opening ---- */

static bool any_trapped(const Position *p) {
    for (Bitboard rest = p->shooters; rest;)
        if (position_is_trapped(p, bb_pop(&rest))) return true;
    return false;
}

bool opening_random(const Variant *v, uint64_t *random, Position *out) {
    Board b;
    Undo undo;
    Position start = position_start(v);
    board_set(&b, &start);
    for (int i = 0; i < 2; i++) {
        Move m = setup_random(&b.position, random);
        if (m == MOVE_NONE) return false;
        board_play(&b, m, &undo);
    }
    *out = b.position;
    return !any_trapped(out);
}

static bool is_apart(Bitboard shooters) {
    for (Bitboard rest = shooters; rest;)
        if (bb_around(bb_of(bb_pop(&rest))) & shooters) return false;
    return true;
}

bool opening_is_legal(const Position *p) {
    const Variant *v = p->variant;
    int stones = v->setup_stones ? 1 : 0;
    if (p->side != BLACK || p->swap != SWAP_NONE || p->claimed[0] | p->claimed[1]) return false;
    if (bb_count(p->stones[BLACK]) != stones || bb_count(p->stones[WHITE]) != stones) return false;
    if (bb_count(p->shooters) != variant_shooters(v) || p->shooters & ~v->setup_squares) return false;
    return (!v->ban_adjacent || is_apart(p->shooters)) && !any_trapped(p);
}

/* ---- what it is worth ---- */

Score opening_worth(Search *s, const Position *p, int64_t nodes) {
    search_clear(s);
    return setup_worth(p, ask_nodes(s, p, nodes).score);
}

bool opening_black_wins(Search *s, const Position *p, int64_t nodes, uint64_t seed) {
    Board b;
    Undo undo;
    board_set(&b, p);
    search_clear(s);
    while (position_phase(&b.position) == PHASE_PLAY) {
        int64_t more = splitmix64_below(&seed, (int)nodes + 1);
        board_play(&b, ask_nodes(s, &b.position, nodes / 2 + more).best, &undo);
    }
    return position_winner(&b.position) == BLACK;
}

uint64_t opening_seed(uint64_t seed, uint64_t index) {
    uint64_t state = seed * 0x9E3779B97F4A7C15u ^ index * 0xD1B54A32D192ED03u;
    return splitmix64(&state);
}
