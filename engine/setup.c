#include "engine/setup.h"

#include "engine/splitmix.h"

int setup_to_place(const Position *p) {
    switch (position_phase(p)) {
    case PHASE_FIRST_SETUP: return p->variant->first;
    case PHASE_SECOND_SETUP: return p->variant->second;
    default: return 0;
    }
}

Bitboard setup_free(const Position *p, Bitboard placed) {
    Bitboard taken = position_occupied(p) | placed;
    if (p->variant->ban_adjacent) taken |= bb_around(p->shooters | placed);
    return p->variant->setup_squares & ~taken;
}

/* In how many ways `count` shooters can be put on `free` so that no two are a king's step apart; their order does not
 * count. For two: all pairs less the adjacent ones. For more: over all squares for the lowest shooter, the ways to put
 * the others above it. */
static uint64_t count_apart(Bitboard free, int count) {
    uint64_t n = (uint64_t)bb_count(free);
    if (count <= 1) return count ? n : 1;
    if (count == 2) {
        /* each adjacent pair once, from its member lower in bit order */
        uint64_t adjacent = (uint64_t)(bb_count(bb_north(free) & free) + bb_count(bb_north(bb_east(free)) & free) +
                                       bb_count(bb_north(bb_west(free)) & free) + bb_count(bb_east(free) & free));
        return n * (n - 1) / 2 - adjacent;
    }
    uint64_t ways = 0;
    while (free) {
        Square s = bb_pop(&free);
        ways += count_apart(free & ~bb_around(bb_of(s)), count - 1);
    }
    return ways;
}

static uint64_t choose(uint64_t n, int k) {
    uint64_t ways = 1;
    if (n < (uint64_t)k) return 0;
    for (uint64_t i = 0; i < (uint64_t)k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

/* In how many ways a setup turn that has placed `placed` can be completed; the swap is not counted. */
static uint64_t count_from(const Position *p, Bitboard placed) {
    int count = setup_to_place(p) - bb_count(placed);
    Bitboard free = setup_free(p, placed);
    uint64_t ways = p->variant->ban_adjacent ? count_apart(free, count) : choose((uint64_t)bb_count(free), count);
    if (p->variant->setup_stones) {
        int left = bb_count(position_empty(p) & ~placed) - count;
        ways *= left > 0 ? (uint64_t)left : 0;
    }
    return ways;
}

uint64_t setup_count(const Position *p) { return setup_to_place(p) ? count_from(p, 0) + (p->swap == SWAP_OFFERED) : 0; }

Bitboard setup_next_squares(const Position *p, Bitboard placed) {
    if (bb_count(placed) >= setup_to_place(p)) return 0;
    Bitboard squares = 0;
    for (Bitboard rest = setup_free(p, placed); rest;) {
        Bitboard next = bb_of(bb_pop(&rest));
        if (count_from(p, placed | next)) squares |= next;
    }
    return squares;
}

bool setup_is_legal(const Position *p, Move m) {
    int count = setup_to_place(p);
    if (!count) return false;
    if (m == MOVE_SWAP) return p->swap == SWAP_OFFERED;
    if (move_kind(m) != MOVE_KIND_SETUP || m >> (MOVE_KIND_SHIFT + 2)) return false;
    Bitboard placed = 0;
    Square squares[MAX_PLACED];
    for (int i = 0; i < MAX_PLACED; i++) {
        Square s = squares[i] = move_placed(m, i);
        if (i >= count) {
            if (s != NO_SQUARE) return false;
            continue;
        }
        if (!bb_has(setup_free(p, placed), s)) return false;
        placed |= bb_of(s);
    }
    Square stone = move_stone(m);
    if (p->variant->setup_stones ? !bb_has(position_empty(p) & ~placed, stone) : stone != NO_SQUARE) return false;
    return m == move_setup(squares, count, stone);
}

static Square random_square(Bitboard set, uint64_t *state) {
    for (int skip = splitmix64_below(state, bb_count(set)); skip > 0; skip--) set &= set - 1;
    return bb_first(set);
}

Move setup_random(const Position *p, uint64_t *state) {
    enum { TRIES = 100 };
    int count = setup_to_place(p);
    for (int tries = 0; count > 0 && tries < TRIES; tries++) {
        Square squares[MAX_PLACED];
        Bitboard placed = 0, free = 0;
        int i = 0;
        for (; i < count && (free = setup_free(p, placed)); i++) {
            squares[i] = random_square(free, state);
            placed |= bb_of(squares[i]);
        }
        free = position_empty(p) & ~placed;
        if (i < count || (p->variant->setup_stones && !free)) continue;
        return move_setup(squares, count, p->variant->setup_stones ? random_square(free, state) : NO_SQUARE);
    }
    return MOVE_NONE;
}

static Bitboard placed_set(const SetupIterator *it) {
    Bitboard placed = 0;
    for (int i = 0; i < it->step; i++) placed |= bb_of(it->placed[i]);
    return placed;
}

SetupIterator setup_begin(const Position *p) {
    SetupIterator it = {.position = p, .count = setup_to_place(p), .swap = p->swap == SWAP_OFFERED};
    if (!it.count) it.step = -1;
    else it.choices[0] = setup_free(p, 0);
    return it;
}

/* Goes to the next set of shooters. Each is on a higher square than the one before it, so that no set comes twice. */
static bool next_shooters(SetupIterator *it) {
    if (it->step == it->count) it->step--;
    while (it->step >= 0) {
        if (!it->choices[it->step]) {
            it->step--;
            continue;
        }
        Square s = it->placed[it->step] = bb_pop(&it->choices[it->step]);
        it->step++;
        if (it->step == it->count) return true;
        Bitboard above = ~((bb_of(s) << 1) - 1);
        it->choices[it->step] = setup_free(it->position, placed_set(it)) & above;
    }
    return false;
}

bool setup_next(SetupIterator *it, Move *out) {
    if (it->swap) {
        it->swap = false;
        *out = MOVE_SWAP;
        return true;
    }
    bool stones = it->position->variant->setup_stones;
    while (!it->stones) {
        if (it->step < 0 || !next_shooters(it)) return false;
        if (!stones) {
            *out = move_setup(it->placed, it->count, NO_SQUARE);
            return true;
        }
        it->stones = position_empty(it->position) & ~placed_set(it);
    }
    *out = move_setup(it->placed, it->count, bb_pop(&it->stones));
    return true;
}
