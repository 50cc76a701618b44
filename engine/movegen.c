#include "engine/movegen.h"

#include "engine/lines.h"
#include "engine/setup.h"

TurnIterator turns_begin(const Position *p) {
    TurnIterator it = {.position = p, .from = NO_SQUARE};
    it.done = position_phase(p) != PHASE_PLAY;
    if (it.done) return it;
    it.blockers = position_blockers(p);
    it.empty = position_empty(p);
    it.shooters = p->shooters;
    return it;
}

/* What a shooter can shoot at from `to`. The square it came from is empty by then: it blocks nothing, and can be shot at. */
static inline Bitboard shots_after(Square from, Square to, Bitboard blockers, Bitboard empty) {
    Bitboard origin = bb_of(from);
    return lines_seen(to, blockers & ~origin) & (empty | origin);
}

Bitboard turn_targets(const Position *p, Square from) { return lines_seen(from, position_blockers(p)) & position_empty(p); }

Bitboard turn_shots(const Position *p, Square from, Square to) {
    return shots_after(from, to, position_blockers(p), position_empty(p));
}

bool turns_next(TurnIterator *it, TurnSlice *slice) {
    while (!it->destinations) {
        if (!it->shooters) {
            if (it->done || !it->standing) return false;
            it->done = true;
            *slice = (TurnSlice){NO_SQUARE, NO_SQUARE, it->standing};
            return true;
        }
        it->from = bb_pop(&it->shooters);
        it->destinations = lines_seen(it->from, it->blockers) & it->empty;
        it->standing |= it->destinations;
    }
    slice->from = it->from;
    slice->to = bb_pop(&it->destinations);
    slice->shots = shots_after(slice->from, slice->to, it->blockers, it->empty);
    return true;
}

/* How many shooters see each square, at most 7, as three binary digits: a square t that is in digit[d] has the digit of
 * 2^d set. */
typedef struct {
    Bitboard digit[3];
} Visitors;

static inline void visitors_add(Visitors *v, Bitboard seen) {
    Bitboard carry = v->digit[0] & seen;
    v->digit[0] ^= seen;
    Bitboard carry2 = v->digit[1] & carry;
    v->digit[1] ^= carry;
    v->digit[2] ^= carry2;
}

/* The sum of these numbers over the squares of a set. */
static inline uint64_t visitors_on(const Visitors *v, Bitboard set) {
    return (uint64_t)(bb_count(v->digit[0] & set) + 2 * bb_count(v->digit[1] & set) + 4 * bb_count(v->digit[2] & set));
}

/* The sum over all squares of the number of shooters that see the square times the number of empty squares that it sees.
 * It treats all pairs of squares of one direction and distance at once, as sets: five times as fast as looking from each
 * square. */
static uint64_t sum_of_sights(const Visitors *v, Bitboard open, Bitboard empty) {
    uint64_t sum = 0;
    for (int k = 0; k < LINES; k++) {
        int shift = LINE_STEP[k];
        Bitboard clear = open & (open >> shift); /* lower ends of the open stretches of this length */
        for (; clear; shift += LINE_STEP[k], clear &= open >> shift) {
            Visitors above = {{v->digit[0] >> shift, v->digit[1] >> shift, v->digit[2] >> shift}};
            sum += visitors_on(v, clear & (empty >> shift)) + visitors_on(&above, clear & empty);
        }
    }
    return sum;
}

/* A turn moves a shooter to a square t that it sees and shoots at a square that t sees. From t the shooter's old square
 * is seen too, which is empty by then; and where shooters block lines, so are the squares that lay behind the shooter on
 * that line. So a shooter has, over all its squares t, the sum of (empty squares seen from t) + 1 turns; and where
 * shooters block, for each line through it with a and b open squares on its two sides, 2 * a * b more. */
static uint64_t count_in_play(const Position *p) {
    Bitboard blockers = position_blockers(p), empty = position_empty(p), standing = 0;
    Visitors visitors = {{0}};
    uint64_t behind = 0;
    for (Bitboard rest = p->shooters; rest;) {
        Square s = bb_pop(&rest);
        Bitboard seen = lines_seen(s, blockers) & empty;
        standing |= seen;
        visitors_add(&visitors, seen);
        if (p->variant->unclaimed_block) {
            int lengths[8];
            lines_lengths(s, blockers, lengths);
            for (int k = 0; k < 8; k += 2) behind += 2 * (uint64_t)(lengths[k] * lengths[k + 1]);
        }
    }
    return sum_of_sights(&visitors, ~blockers, empty) + visitors_on(&visitors, empty) + behind +
           (uint64_t)bb_count(standing);
}

uint64_t turns_count(const Position *p) {
    switch (position_phase(p)) {
    case PHASE_OVER: return 0;
    case PHASE_PLAY: return count_in_play(p);
    default: return setup_count(p);
    }
}

size_t turns_list(const Position *p, Move *out) {
    size_t count = 0;
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);)
        while (slice.shots) out[count++] = move_turn(slice.from, slice.to, bb_pop(&slice.shots));
    return count;
}

bool turn_is_legal(const Position *p, Move m) {
    if (position_phase(p) != PHASE_PLAY) return setup_is_legal(p, m);
    if (m >> MOVE_KIND_SHIFT != MOVE_KIND_TURN || (m & ~(MOVE_TURN_MASK | (Move)3 << MOVE_KIND_SHIFT))) return false;
    Bitboard blockers = position_blockers(p), empty = position_empty(p);
    Square from = move_from(m), to = move_to(m), shot = move_shot(m);
    if (from != NO_SQUARE) {
        if (!bb_has(p->shooters, from) || !bb_has(lines_seen(from, blockers) & empty, to)) return false;
        return bb_has(shots_after(from, to, blockers, empty), shot);
    }
    if (to != NO_SQUARE || !bb_has(empty, shot)) return false;
    /* Lines run both ways: a shooter sees the square when the square sees the shooter. */
    return (lines_seen(shot, blockers & ~p->shooters) & p->shooters) != 0;
}
