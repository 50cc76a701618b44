/* Groups of stones and their sizes. Stones never leave the board, so a turn only founds a group or joins some into one,
 * and taking the turns back in reverse order needs no more than a note of which groups were joined. */
#ifndef CIERZO_ENGINE_GROUPS_H
#define CIERZO_ENGINE_GROUPS_H

#include "engine/position.h"

/* Arrays of bytes for the squares have a margin at both ends, so that what lies a step off the grid can be read and is 0.
 * Their index, called a cell, is square + CELL_MARGIN. */
enum { CELL_MARGIN = 16, CELLS = SQUARES + 2 * CELL_MARGIN };

typedef struct {
    uint8_t size[2][CELLS];    /* by colour and cell: size of the group the stone there belongs to, 0 without one */
    uint8_t root[SQUARES];     /* of a stone: the square that names its group */
    Bitboard members[SQUARES]; /* by root: the stones of its group */
} Groups;

/* What groups_add did: enough to take it back. */
typedef struct {
    uint8_t absorbed[3]; /* roots that joined another group */
    uint8_t absorbed_count;
    uint8_t root;     /* of the group the stone is now in */
    uint8_t old_size; /* of that group, before; 0 for a new one */
    uint8_t square;
    uint8_t colour;
} GroupsUndo;

void groups_compute(Groups *g, const Position *p);

/* Adds a stone; `own` are the stones of its colour before it. */
void groups_add(Groups *g, Square s, Colour c, Bitboard own, GroupsUndo *undo);

/* Takes back the latest groups_add that has not been taken back. */
void groups_remove(Groups *g, const GroupsUndo *undo);

static inline int groups_size(const Groups *g, Square s, Colour c) { return g->size[c][s + CELL_MARGIN]; }

/* Size of the largest group of that colour orthogonally beside `s`, 0 without one. */
static inline int groups_beside(const Groups *g, Square s, Colour c) {
    const uint8_t *here = &g->size[c][s + CELL_MARGIN];
    int a = here[1] > here[-1] ? here[1] : here[-1], b = here[STRIDE] > here[-STRIDE] ? here[STRIDE] : here[-STRIDE];
    return a > b ? a : b;
}

/* The group that a stone of `c` would be in on `s`, which is empty: its stones in `members`, and how many they are. `own`
 * are the stones of `c`. */
static inline int groups_joined(const Groups *g, Square s, Colour c, Bitboard own, Bitboard *members) {
    int size = 1;
    *members = bb_of(s);
    for (Bitboard touching = bb_beside(bb_of(s)) & own; touching;) {
        Square stone = bb_first(touching);
        Bitboard joined = g->members[g->root[stone]];
        *members |= joined;
        touching &= ~joined;
        size += groups_size(g, stone, c);
    }
    return size;
}

typedef struct {
    Bitboard members;
    Colour colour;
} Group;

/* Lists all groups and returns how many: the largest first, and of groups of one size the one whose first square, in the
 * order of square_by_file, comes first. `out` has room for SQUARES. */
int groups_list(const Groups *g, const Position *p, Group *out);

/* Who claims a shooter trapped on `s` after a turn of `mover`. */
Colour groups_claimant(const Groups *g, Square s, Colour mover);

#endif
