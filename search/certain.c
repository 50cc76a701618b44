/* Stones stand for good, so what they enclose is enclosed for good: no line passes a stone, and a shooter never leaves the squares that
 * are joined to its own by king steps between stones. Wherever it is trapped in there, the group beside it is at least as large as it is
 * now, and another one no larger than all that is joined or could be. */
#include "search/certain.h"

#include "engine/lines.h"
#include "engine/movegen.h"

enum { CELLS_MOST = 12 /* of a region: in a larger one some square has no stone beside it */ };

typedef struct {
    const Board *board;
    Bitboard open;    /* what stones can still fill: empty squares, and those that shooters may leave */
    Bitboard passage; /* what lines can pass now or later */
    int turns[2];     /* left to each side at most */
} Seeker;

bool certain_is_possible(const Position *p) {
    enum { WAYS_MOST = 4 /* out of a pocket's square */ };
    Bitboard passage = p->variant->board & ~(p->stones[0] | p->stones[1]);
    int lead = p->claims[0] > p->claims[1] ? p->claims[0] : p->claims[1], missing = variant_majority(p->variant) - lead;
    for (Bitboard rest = p->shooters; rest && missing > 0;)
        missing -= bb_count(bb_around(bb_of(bb_pop(&rest))) & passage) <= WAYS_MOST;
    return missing <= 0;
}

/* The squares around a shooter that it, or others with it, may pass; 0 of a region that is too large. */
static Bitboard find_region(const Seeker *k, Square s) {
    Bitboard cells = bb_of(s);
    for (;;) {
        Bitboard next = (cells | bb_around(cells)) & k->passage;
        if (bb_count(next) > CELLS_MOST) return 0;
        if (next == cells) return cells;
        cells = next;
    }
}

/* No group of `c` beside `s` will ever be larger than this while a shooter stands there. */
static int largest_possible(const Seeker *k, Square s, Colour c) {
    Bitboard stones = k->board->position.stones[c], area = (k->open | stones) & ~bb_of(s);
    Bitboard joined = bb_flood(bb_beside(bb_of(s)), area);
    int squares = bb_count(joined), growth = bb_count(joined & stones) + k->turns[c];
    return squares < growth ? squares : growth;
}

static bool is_owner(const Seeker *k, Bitboard cells, Colour c) {
    const Groups *g = &k->board->groups;
    for (Bitboard rest = cells; rest;) {
        Square s = bb_pop(&rest);
        if (groups_beside(g, s, c) <= groups_beside(g, s, colour_other(c))) return false;
    }
    while (cells) {
        Square s = bb_pop(&cells);
        if (groups_beside(g, s, c) <= largest_possible(k, s, colour_other(c))) return false;
    }
    return true;
}

void certain_find(const Board *b, Certain *out) {
    const Position *p = &b->position;
    const Variant *v = p->variant;
    Bitboard stones = p->stones[0] | p->stones[1], claimed = p->claimed[0] | p->claimed[1], empty = position_empty(p);
    Seeker k = {.board = b, .open = empty | p->shooters, .passage = v->board & ~stones};
    k.turns[p->side] = (bb_count(empty) + 1) / 2;
    k.turns[p->side ^ 1] = bb_count(empty) / 2;
    if (v->claimed_block) k.passage &= ~claimed;
    *out = (Certain){.have = {p->claims[0], p->claims[1]}};
    for (Bitboard rest = p->shooters; rest;) {
        Bitboard region = find_region(&k, bb_first(rest)), inside = region & rest, cells = region & k.open;
        if (!region) {
            rest &= rest - 1;
            continue;
        }
        rest &= ~inside;
        for (int c = BLACK; c <= WHITE; c++)
            if (is_owner(&k, cells, (Colour)c)) {
                out->shooters[c] |= inside;
                out->have[c] += bb_count(inside);
            }
    }
}

/* How far the winner still is from its claims: what its shooters see. */
static int room_left(const Board *b, Bitboard shooters) {
    const Position *p = &b->position;
    Bitboard blockers = position_blockers(p), empty = position_empty(p);
    int room = 0;
    if (position_winner(p) != NO_COLOUR) return -1;
    while (shooters) room += bb_count(lines_seen(bb_pop(&shooters), blockers) & empty);
    return room;
}

static Move finishing_turn(Board *b, Colour winner) {
    const Position here = b->position;
    Move best = MOVE_NONE;
    int least = 0;
    TurnIterator it = turns_begin(&here);
    for (TurnSlice slice; turns_next(&it, &slice);)
        while (slice.shots) {
            Undo undo;
            Certain certain;
            Move m = move_turn(slice.from, slice.to, bb_pop(&slice.shots));
            board_play(b, m, &undo);
            certain_find(b, &certain);
            int room = room_left(b, certain.shooters[winner] & b->position.shooters);
            board_undo(b, &undo);
            if (here.side != winner) room = -room;
            if (best != MOVE_NONE && room >= least) continue;
            best = m;
            least = room;
        }
    return best;
}

int certain_finish(Board *b, Move *line) {
    Undo undo[SQUARES];
    Certain certain;
    int length = 0;
    certain_find(b, &certain);
    Colour winner = certain_winner(&certain, b->position.variant);
    for (; position_winner(&b->position) == NO_COLOUR; length++) {
        line[length] = finishing_turn(b, winner);
        board_play(b, line[length], &undo[length]);
    }
    for (int i = length; i--;) board_undo(b, &undo[i]);
    return length;
}
