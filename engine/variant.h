/* The rule sets: one row of data each. Nothing else in the engine knows a rule set by name. */
#ifndef CIERZO_ENGINE_VARIANT_H
#define CIERZO_ENGINE_VARIANT_H

#include "engine/bitboard.h"

typedef struct {
    const char *name;
    uint8_t size;          /* files and ranks */
    uint8_t first, second; /* shooters placed by Black, then by White */
    bool setup_stones;     /* each setup turn also places one stone of its own colour */
    bool swap;             /* the second player may swap colours after Black's setup */
    bool ban_perimeter;    /* setup: no shooter on the outermost rank or file */
    bool ban_adjacent;     /* setup: no shooter within a king's step of another */
    bool unclaimed_block;  /* unclaimed shooters block moves and shots */
    bool claimed_block;    /* claimed shooters block moves and shots */
    bool corners_removed;
    /* Filled by variants_init from the columns above. */
    Bitboard board;         /* the squares of this board */
    Bitboard walls;         /* grid squares off this board: they block every line */
    Bitboard setup_squares; /* where a setup may put a shooter, not counting ban_adjacent */
} Variant;

enum { VARIANT_COUNT = 15 };

/* Fills the derived columns. Call once at start-up, before anything else here. */
void variants_init(void);

/* Row `index` below VARIANT_COUNT; row 0 is the default. */
const Variant *variant_at(int index);

/* The row of that exact name, or NULL. */
const Variant *variant_find(const char *name);

static inline int variant_shooters(const Variant *v) { return v->first + v->second; }

/* Claims that win the game: more than half of all shooters. */
static inline int variant_majority(const Variant *v) { return variant_shooters(v) / 2 + 1; }

#endif
