#include "engine/groups.h"

const uint8_t GROUP_TIER_SIZE[GROUP_TIERS] = {1, 2, 3, 5, 8, 13};

static const int BESIDE[4] = {STRIDE, 1, -1, -STRIDE};

/* The square one step away, NO_SQUARE below the grid. Pad squares and squares above the board hold no stone. */
static inline Square step(Square s, int direction) {
    int to = s + BESIDE[direction];
    return to < 0 ? NO_SQUARE : (Square)to;
}

static inline void raise_tiers(Groups *g, Colour c, Bitboard members, int size) {
    for (int t = 0; t < GROUP_TIERS && GROUP_TIER_SIZE[t] <= size; t++) g->tier[c][t] |= members;
}

static void set_root(Groups *g, Bitboard members, Square root) {
    while (members) g->root[bb_pop(&members)] = root;
}

void groups_compute(Groups *g, const Position *p) {
    *g = (Groups){0};
    for (Colour c = BLACK; c <= WHITE; c++) {
        Bitboard rest = p->stones[c];
        while (rest) {
            Square root = bb_first(rest);
            Bitboard members = bb_flood(bb_of(root), p->stones[c]);
            rest &= ~members;
            g->members[root] = members;
            g->size[root] = (uint8_t)bb_count(members);
            raise_tiers(g, c, members, g->size[root]);
            set_root(g, members, root);
        }
    }
}

/* The distinct groups beside `s` in `own`, the largest first. */
static int adjoining(const Groups *g, Square s, Bitboard own, Square roots[4]) {
    int count = 0;
    if (!(bb_beside(bb_of(s)) & own)) return 0;
    for (int d = 0; d < 4; d++) {
        Square to = step(s, d);
        if (to == NO_SQUARE || !bb_has(own, to)) continue;
        Square root = g->root[to];
        int i = 0;
        while (i < count && roots[i] != root) i++;
        if (i < count) continue;
        roots[count++] = root;
        if (g->size[root] > g->size[roots[0]]) {
            roots[count - 1] = roots[0];
            roots[0] = root;
        }
    }
    return count;
}

void groups_add(Groups *g, Square s, Colour c, Bitboard own, GroupsUndo *undo) {
    Square roots[4];
    int count = adjoining(g, s, own, roots);
    Square root = count ? roots[0] : s;
    Bitboard members = count ? g->members[root] : 0;
    undo->square = s;
    undo->colour = (uint8_t)c;
    undo->root = root;
    undo->old_size = count ? g->size[root] : 0;
    undo->absorbed_count = (uint8_t)(count > 1 ? count - 1 : 0);
    for (int t = 0; t < GROUP_TIERS; t++) undo->tier[t] = g->tier[c][t];

    int size = undo->old_size + 1;
    members |= bb_of(s);
    g->root[s] = root;
    for (int i = 1; i < count; i++) {
        undo->absorbed[i - 1] = roots[i];
        members |= g->members[roots[i]];
        size += g->size[roots[i]];
        set_root(g, g->members[roots[i]], root);
    }
    g->members[root] = members;
    g->size[root] = (uint8_t)size;
    raise_tiers(g, c, members, size);
}

void groups_remove(Groups *g, const GroupsUndo *undo) {
    Square root = undo->root;
    Bitboard members = g->members[root] & ~bb_of(undo->square);
    for (int i = 0; i < undo->absorbed_count; i++) {
        Square absorbed = undo->absorbed[i];
        members &= ~g->members[absorbed];
        set_root(g, g->members[absorbed], absorbed);
    }
    g->members[root] = members;
    g->size[root] = undo->old_size;
    for (int t = 0; t < GROUP_TIERS; t++) g->tier[undo->colour][t] = undo->tier[t];
}

int groups_beside(const Groups *g, const Position *p, Square s, Colour c) {
    int largest = 0;
    if (!(bb_beside(bb_of(s)) & p->stones[c])) return 0;
    for (int d = 0; d < 4; d++) {
        Square to = step(s, d);
        if (to != NO_SQUARE && bb_has(p->stones[c], to) && g->size[g->root[to]] > largest) largest = g->size[g->root[to]];
    }
    return largest;
}

Colour groups_claimant(const Groups *g, const Position *p, Square s, Colour mover) {
    int black = groups_beside(g, p, s, BLACK), white = groups_beside(g, p, s, WHITE);
    return black > white ? BLACK : white > black ? WHITE : colour_other(mover);
}
