/* Groups of stones and their sizes. Stones never leave the board, so a turn only founds a group or joins some into one,
 * and taking the turns back in reverse order needs no more than a note of which groups were joined. */
#ifndef CIERZO_ENGINE_GROUPS_H
#define CIERZO_ENGINE_GROUPS_H

#include "engine/position.h"

/* Group sizes are also kept as nested sets, one a tier: the stones that stand in groups of at least that size. */
enum { GROUP_TIERS = 6 };
extern const uint8_t GROUP_TIER_SIZE[GROUP_TIERS];

typedef struct {
    uint8_t root[SQUARES];             /* of a stone: the square that names its group */
    uint8_t size[SQUARES];             /* by root: stones in the group */
    Bitboard members[SQUARES];         /* by root */
    Bitboard tier[2][GROUP_TIERS];     /* by colour: stones in groups of at least GROUP_TIER_SIZE[t] */
} Groups;

/* What groups_add did: enough to take it back. */
typedef struct {
    Bitboard tier[GROUP_TIERS]; /* of the stone's colour, before */
    uint8_t absorbed[3];        /* roots that joined another group */
    uint8_t absorbed_count;
    uint8_t root;     /* of the group the stone is now in */
    uint8_t old_size; /* of that group, before; 0 for a new one */
    uint8_t square;
    uint8_t colour;
} GroupsUndo;

void groups_compute(Groups *g, const Position *p);

/* Adds a stone; `own` are the stones of its colour before it. */
void groups_add(Groups *g, Square s, Colour c, Bitboard own, GroupsUndo *undo);

/* Takes back the last groups_add that was not taken back. */
void groups_remove(Groups *g, const GroupsUndo *undo);

/* Size of the largest group of that colour orthogonally beside `s`, 0 without one. */
int groups_beside(const Groups *g, const Position *p, Square s, Colour c);

/* Who claims a shooter trapped on `s` after a turn of `mover`. */
Colour groups_claimant(const Groups *g, const Position *p, Square s, Colour mover);

#endif
