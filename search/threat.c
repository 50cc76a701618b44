#include "search/threat.h"

#include "engine/lines.h"

typedef struct {
    const Board *board;
    const Position *p;
    Colour c;
    Bitboard empty, blockers;
    Threat *out;
} Finder;

/* The shot that hides all of `seen`, which is not empty and what a shooter on `s` sees: the nearest of them, if they lie on one ray. */
static Square hiding_shot(Square s, Bitboard seen, Bitboard blockers) {
    Square low = bb_first(seen), high = bb_last(seen), x;
    if (low > s) x = low;
    else if (high < s) x = high;
    else return NO_SQUARE;
    return lines_seen(s, blockers | bb_of(x)) & seen & ~bb_of(x) ? NO_SQUARE : x;
}

/* The size of the group of `c` that claims a shooter trapped on `s` after a stone on `x`, 0 if the other side does. */
static int claiming_size(const Board *b, Colour c, Square s, Square x) {
    const Groups *g = &b->groups;
    int own = groups_beside(g, s, c), other = groups_beside(g, s, colour_other(c));
    Bitboard members;
    int grown = groups_joined(g, x, c, b->position.stones[c], &members);
    if (grown > own && bb_has(bb_beside(members), s)) own = grown;
    return own > other ? own : 0;
}

static bool try_turn(Finder *f, Square from, Square to, Square x, Square shooter, Square trapped) {
    int size = claiming_size(f->board, f->c, trapped, x);
    if (!size) return false;
    *f->out =
        (Threat){from == NO_SQUARE ? move_turn(NO_SQUARE, NO_SQUARE, x) : move_turn(from, to, x), shooter, trapped, size};
    return true;
}

/* The shooter on `s` is moved, and shut in where it went. It sees the way that it came, so that must be all. */
static bool by_moving_it(Finder *f, Square s, Bitboard seen) {
    Bitboard origin = bb_of(s), empty = f->empty | origin, blockers = f->blockers & ~origin;
    while (seen) {
        Square to = bb_pop(&seen);
        Bitboard exits = bb_around(bb_of(to)) & empty;
        if (exits & (exits - 1)) continue;
        Bitboard left = lines_seen(to, blockers) & empty;
        Square x = hiding_shot(to, left, blockers);
        if (x != NO_SQUARE && try_turn(f, s, to, x, s, to)) return true;
    }
    return false;
}

/* The shooter on `s` stays; another one moves onto `to`, which it sees, and a shot hides the rest. */
static bool by_another_on(Finder *f, Square s, Square to) {
    for (Bitboard rest = f->p->shooters & ~bb_of(s) & lines_seen(to, f->blockers & ~f->p->shooters); rest;) {
        Square from = bb_pop(&rest);
        Bitboard origin = bb_of(from), blockers = f->blockers;
        if (!(lines_seen(from, blockers) & bb_of(to))) continue;
        Bitboard empty = (f->empty | origin) & ~bb_of(to);
        if (f->p->variant->unclaimed_block) blockers = (blockers & ~origin) | bb_of(to);
        Bitboard left = lines_seen(s, blockers) & empty, shots = lines_seen(to, blockers & ~bb_of(to)) & empty;
        if (left) {
            Square x = hiding_shot(s, left, blockers);
            if (x != NO_SQUARE && bb_has(shots, x) && try_turn(f, from, to, x, from, s)) return true;
            continue;
        }
        while (shots)
            if (try_turn(f, from, to, bb_pop(&shots), from, s)) return true;
    }
    return false;
}

/* The shooter on `s` stays; another one leaves its line, and shoots at where it stood. (Where a nearer square hides as much without a
 * move, this stone may still be the one that touches a larger group.) */
static bool by_shooting_back(Finder *f, Square s) {
    for (Bitboard rest = f->p->shooters & ~bb_of(s) & lines_seen(s, f->blockers & ~f->p->shooters); rest;) {
        Square from = bb_pop(&rest);
        Bitboard origin = bb_of(from), blockers = f->blockers & ~origin, to = lines_seen(from, f->blockers) & f->empty;
        Bitboard left = lines_seen(s, blockers) & (f->empty | origin);
        if (to && bb_has(left, from) && hiding_shot(s, left, blockers) == from &&
            try_turn(f, from, bb_first(to), from, from, s))
            return true;
    }
    return false;
}

bool threat_find(const Board *b, const Certain *certain, Colour c, Threat *out) {
    const Position *p = &b->position;
    if (certain->have[c] + 1 < variant_majority(p->variant)) return false;
    Finder f = {b, p, c, position_empty(p), position_blockers(p), out};
    for (Bitboard rest = p->shooters & ~(certain->shooters[0] | certain->shooters[1]); rest;) {
        Square s = bb_pop(&rest);
        Bitboard seen = lines_seen(s, f.blockers) & f.empty, exits = bb_around(bb_of(s)) & f.empty;
        if (!seen) continue;
        if (by_moving_it(&f, s, seen)) return true;
        if (bb_count(exits) > 2) continue;
        Square x = hiding_shot(s, seen, f.blockers);
        if (x != NO_SQUARE && try_turn(&f, NO_SQUARE, NO_SQUARE, x, s, s)) return true;
        if (!exits && by_shooting_back(&f, s)) return true;
        Bitboard helpers = exits & (exits - 1) ? exits : seen; /* of two exits one must be entered */
        while (helpers)
            if (by_another_on(&f, s, bb_pop(&helpers))) return true;
    }
    return false;
}

/* The squares between two that lie on one line. */
static Bitboard squares_between(Square a, Square b) {
    int files = square_file(b) - square_file(a), ranks = square_rank(b) - square_rank(a);
    int steps = files ? (files < 0 ? -files : files) : ranks < 0 ? -ranks : ranks;
    Bitboard squares = 0;
    for (int i = 1; i < steps; i++) squares |= bb_of((Square)(a + (b - a) / steps * i));
    return squares;
}

/* Where a stone of `d` makes a group of that size beside `s`. */
static Bitboard growing_shots(const Board *b, Colour d, Square s, int size) {
    const Groups *g = &b->groups;
    Bitboard open = position_empty(&b->position) | b->position.shooters; /* which may leave their squares */
    Bitboard shots = 0, beside = 0;
    for (Bitboard touching = bb_beside(bb_of(s)) & b->position.stones[d]; touching;) {
        Bitboard members = g->members[g->root[bb_first(touching)]];
        touching &= ~members;
        beside |= bb_beside(members);
    }
    for (Bitboard rest = beside & open; rest;) {
        Square y = bb_pop(&rest);
        Bitboard members;
        int grown = groups_joined(g, y, d, b->position.stones[d], &members);
        if (grown >= size) shots |= bb_of(y);
    }
    return shots;
}

/* Where a turn has to shoot or go to trap a shooter that stays where it is: what a side has to do that needs more than one claim. */
static Bitboard trapping_squares(const Position *p, Bitboard fixed) {
    Bitboard squares = 0, empty = position_empty(p);
    for (Bitboard rest = p->shooters; rest;) {
        Square s = bb_pop(&rest);
        Bitboard exits = bb_around(bb_of(s)) & empty;
        if (!exits) squares |= lines_seen(s, fixed);
        else if (bb_count(exits) <= 2) squares |= exits;
    }
    return squares;
}

/* The claim stands as long as the turn is legal and the trapped shooter stays where it is, sees no square that becomes empty, and has no
 * larger group of the other side beside it. Lines can only be closed by stones, or also by shooters that move or are claimed. */
bool threat_zone(const Board *b, const Certain *certain, Colour c, const Threat *t, Zone *out) {
    const Position *p = &b->position;
    const Variant *v = p->variant;
    Square x = move_shot(t->move), to = t->shooter;
    Bitboard way = 0, fixed = v->walls | p->stones[0] | p->stones[1] | bb_of(x);
    *out = (Zone){.from = bb_of(t->shooter) | bb_of(t->trapped), .to = bb_of(x)};
    if (move_relocates(t->move)) {
        to = move_to(t->move);
        way = squares_between(t->shooter, to);
        out->to |= bb_of(to);
    }
    way |= squares_between(to, x);
    if (v->claimed_block && !v->unclaimed_block && (way & p->shooters)) return false;
    if (v->claimed_block || v->unclaimed_block) out->to |= way;
    out->from |= lines_seen(t->trapped, fixed);
    out->shots = out->to | way | growing_shots(b, colour_other(c), t->trapped, t->size);
    if (certain->have[colour_other(c)] + 1 < variant_majority(v)) {
        Bitboard squares = trapping_squares(p, v->walls | p->stones[0] | p->stones[1]);
        out->to |= squares;
        out->shots |= squares;
    }
    return true;
}
