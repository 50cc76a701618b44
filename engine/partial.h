/* Partial turns: what a player has pointed at so far, and which squares can come next. Whoever follows the squares offered here
 * comes to every legal turn and to no other. */
#ifndef CIERZO_ENGINE_PARTIAL_H
#define CIERZO_ENGINE_PARTIAL_H

#include "engine/notation.h"

/* What can come next, by the part it plays; each square leaves the turn completable. */
typedef struct {
    Bitboard shooters; /* to be moved; in the setup: squares for the next shooter */
    Bitboard targets;  /* where the shooter chosen can go */
    Bitboard shots;    /* the shot; with nothing or only FROM given it is one without moving, a whole move by itself */
    Bitboard stones;   /* the stone of a setup turn */
    bool swap;         /* can be chosen instead */
    bool complete;     /* nothing: this is a legal turn */
} Partial;

/* Reads the beginning of a move word: empty, FROM, FROM-, FROM-TO, FROM-TO/, setup squares in any order, with or without a
 * separator behind them, or a whole move. NOTATION_OK and `out` set, or why no legal turn begins like this. Nothing follows the
 * empty beginning when there is no turn at all, as in a finished game. */
NotationError partial_parse(const Position *p, const char *text, Partial *out);

#endif
