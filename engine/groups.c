#include "engine/groups.h"

/* Notes for every stone of `members` that its group has this root and size. */
static void set_group(Groups *g, Bitboard members, Colour c, Square root, int size) {
    while (members) {
        Square s = bb_pop(&members);
        g->root[s] = root;
        g->size[c][s + CELL_MARGIN] = (uint8_t)size;
    }
}

void groups_compute(Groups *g, const Position *p) {
    *g = (Groups){0};
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard rest = p->stones[c]; rest;) {
            Square root = bb_first(rest);
            Bitboard members = bb_flood(bb_of(root), p->stones[c]);
            rest &= ~members;
            g->members[root] = members;
            set_group(g, members, c, root, bb_count(members));
        }
}

void groups_add(Groups *g, Square s, Colour c, Bitboard own, GroupsUndo *undo) {
    *undo = (GroupsUndo){.root = s, .square = s, .colour = (uint8_t)c};
    Bitboard members = bb_of(s);
    for (Bitboard beside = bb_beside(members) & own; beside;) {
        Square root = g->root[bb_first(beside)];
        beside &= ~g->members[root];
        members |= g->members[root];
        /* The first group found keeps its root: the new stone joins it, the others are absorbed. */
        if (undo->root == s) {
            undo->root = root;
            undo->old_size = (uint8_t)groups_size(g, root, c);
        } else {
            undo->absorbed[undo->absorbed_count++] = root;
        }
    }
    g->members[undo->root] = members;
    set_group(g, members, c, undo->root, bb_count(members));
}

void groups_remove(Groups *g, const GroupsUndo *undo) {
    Colour c = undo->colour;
    Bitboard members = g->members[undo->root] & ~bb_of(undo->square);
    for (int i = 0; i < undo->absorbed_count; i++) {
        Square root = undo->absorbed[i];
        members &= ~g->members[root];
        set_group(g, g->members[root], c, root, bb_count(g->members[root]));
    }
    g->members[undo->root] = members;
    set_group(g, members, c, undo->root, undo->old_size);
    g->size[c][undo->square + CELL_MARGIN] = 0;
}

static bool comes_before(const Group *a, const Group *b) {
    int more = bb_count(a->members) - bb_count(b->members);
    if (more != 0) return more > 0;
    return square_by_file(bb_first_by_file(a->members)) < square_by_file(bb_first_by_file(b->members));
}

int groups_list(const Groups *g, const Position *p, Group *out) {
    int count = 0;
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard rest = p->stones[c]; rest;) {
            Group group = {g->members[g->root[bb_first(rest)]], c};
            rest &= ~group.members;
            int at = count++;
            for (; at > 0 && comes_before(&group, &out[at - 1]); at--) out[at] = out[at - 1];
            out[at] = group;
        }
    return count;
}

Colour groups_claimant(const Groups *g, Square s, Colour mover) {
    int black = groups_beside(g, s, BLACK), white = groups_beside(g, s, WHITE);
    return black > white ? BLACK : white > black ? WHITE : colour_other(mover);
}
