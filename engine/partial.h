/* Partial turns: what a player has pointed at so far, and which squares can come next. By way of the squares offered here
 * every legal turn can be reached, and no other. */
#ifndef CIERZO_ENGINE_PARTIAL_H
#define CIERZO_ENGINE_PARTIAL_H

#include "engine/notation.h"

/* What can come next, by what it would be; from each of these squares the turn can be completed. */
typedef struct {
    Bitboard shooters; /* to be moved; in the setup: squares for the next shooter */
    Bitboard targets;  /* where the shooter chosen can go */
    Bitboard shots;    /* the shot; where nothing or only FROM is given: a shot without moving, which is the whole move */
    Bitboard stones;   /* the stone of a setup turn */
    bool swap;         /* swapping is possible instead */
    bool complete;     /* nothing need follow: this is a legal turn */
} Partial;

/* Reads the beginning of a move word: empty, FROM, FROM-, FROM-TO, FROM-TO/, setup squares in any order, with or without
 * a separator behind them, or a whole move. Returns NOTATION_OK and sets `out`, or returns why no legal turn begins like
 * this. Where there is no turn at all, as in a finished game, the empty text is taken and nothing can come next. */
NotationError partial_parse(const Position *p, const char *text, Partial *out);

#endif
