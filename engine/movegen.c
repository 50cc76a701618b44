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
    /* A destination is empty, so it blocks nothing of its own; the origin is empty by the time of the shot. */
    Bitboard origin = bb_of(it->from);
    slice->shots = lines_seen(slice->to, it->blockers & ~origin) & (it->empty | origin);
    return true;
}

/* A turn moves a shooter to one of the squares it sees and shoots at one that the destination sees. The destination sees the
 * origin too, which is empty by then; and where shooters block, it also sees what lay behind the shooter on that line.
 * So with e(t) the empty squares seen from t, all turns that move a shooter come to the sum of e(t) + 1 over its
 * destinations, plus, where shooters block, what lies behind it: on every line of the shooter with a and b squares to both
 * sides, a * b twice. */
static uint64_t count_in_play(const Position *p) {
    Bitboard blockers = position_blockers(p), empty = position_empty(p), standing = 0;
    uint8_t visitors[SQUARES] = {0};
    uint64_t count = 0;
    Bitboard shooters = p->shooters;
    while (shooters) {
        Square s = bb_pop(&shooters);
        Bitboard seen = lines_seen(s, blockers) & empty;
        standing |= seen;
        while (seen) visitors[bb_pop(&seen)]++;
        if (p->variant->unclaimed_block) {
            int lengths[8];
            lines_lengths(s, blockers, lengths);
            for (int k = 0; k < 8; k += 2) count += 2 * (uint64_t)(lengths[k] * lengths[k + 1]);
        }
    }
    count += (uint64_t)bb_count(standing);
    while (standing) {
        Square t = bb_pop(&standing);
        count += visitors[t] * (uint64_t)(bb_count(lines_seen(t, blockers) & empty) + 1);
    }
    return count;
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
        Bitboard origin = bb_of(from);
        return bb_has(lines_seen(to, blockers & ~origin) & (empty | origin), shot);
    }
    if (to != NO_SQUARE || !bb_has(empty, shot)) return false;
    /* Lines run both ways: a shooter sees the square when the square sees the shooter. */
    return (lines_seen(shot, blockers & ~p->shooters) & p->shooters) != 0;
}
