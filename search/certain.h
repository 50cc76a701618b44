/* Shooters whose claimant can no longer change, whatever both sides do. They count like claimed ones, so a game can be known to be decided
 * turns before it ends. */
#ifndef CIERZO_SEARCH_CERTAIN_H
#define CIERZO_SEARCH_CERTAIN_H

#include "engine/play.h"

typedef struct {
    Bitboard shooters[2]; /* unclaimed ones, by the colour that will claim them */
    int have[2];          /* claims made, and these */
} Certain;

/* Finds the shooters that stones shut in beside a group which no group of the other colour can outgrow there. There may be more that are
 * certain. For positions that nobody has won yet. */
void certain_find(const Board *b, Certain *out);

/* False when certain_find cannot make a majority: a quick test that saves most calls of it. */
bool certain_is_possible(const Position *p);

/* The colour that will have the majority, or NO_COLOUR. */
static inline Colour certain_winner(const Certain *c, const Variant *v) {
    int need = variant_majority(v);
    return c->have[BLACK] >= need ? BLACK : c->have[WHITE] >= need ? WHITE : NO_COLOUR;
}

/* Of a position with a certain winner: writes the rest of a game, at most one turn for each empty square, and returns its length. The winner
 * shuts its shooters in where it can, the loser leaves them room. The same position gives the same line. The board is as before
 * when it returns. */
int certain_finish(Board *b, Move *line);

#endif
