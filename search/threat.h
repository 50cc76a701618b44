/* Wins in one turn, and what could prevent them: the last three plies of a proof without playing them. */
#ifndef CIERZO_SEARCH_THREAT_H
#define CIERZO_SEARCH_THREAT_H

#include "engine/movegen.h"
#include "engine/play.h"
#include "search/certain.h"

/* A turn that traps a shooter and claims the majority by it, counted with the claims that are certain to come. */
typedef struct {
    Move move;
    Square shooter; /* that makes the turn, */
    Square trapped; /* and where the one that it traps stands in the end */
    int size;       /* of the group that claims it */
} Threat;

/* Whether `c`, if it were to move, could have the majority by one more claim. Finds such a turn where there is one; those that need two
 * claims are not looked for. `certain` is the board's, and nobody has won by it yet. */
bool threat_find(const Board *b, const Certain *certain, Colour c, Threat *out);

/* Turns of the other side after which the threat may no longer win: those that leave a square of `from`, or enter one of `to`, or
 * shoot at one of `shots`. After every other turn it still does, unless that turn is a win that threat_find finds for that side. */
typedef struct {
    Bitboard from, to, shots;
} Zone;

/* The zone of a threat of `c`. False when the rule set makes it depend on more. */
bool threat_zone(const Board *b, const Certain *certain, Colour c, const Threat *t, Zone *out);

/* The shots of a slice that are in the zone. */
static inline Bitboard zone_shots(const Zone *z, const TurnSlice *s) {
    bool relocates = s->from != NO_SQUARE;
    return relocates && (bb_has(z->from, s->from) || bb_has(z->to, s->to)) ? s->shots : s->shots & z->shots;
}

#endif
