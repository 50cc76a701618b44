/* Move words, and beginnings of them, taken apart into squares and separators. For notation.c and partial.c. */
#ifndef CIERZO_ENGINE_MOVE_WORD_H
#define CIERZO_ENGINE_MOVE_WORD_H

#include "engine/notation.h"

/* The squares of a word with the characters between them. */
typedef struct {
    Square squares[MAX_PLACED + 1];
    char before[MAX_PLACED + 2]; /* the separator before each square, 0 before the first; at [count] the last one, or 0 */
    int count;                   /* at least 1 */
} MoveWord;

/* Reads squares with single `,` `-` `/` between them and at most one at the end. */
NotationError move_word_read(const Variant *v, const char *text, MoveWord *out);

/* Whether the separators are those of a setup, SQ,SQ,… or SQ,SQ,…/STONE, or of its beginning; the same for an ordinary turn,
 * FROM-TO/SHOT or SHOT. */
bool move_word_begins_setup(const MoveWord *w);
bool move_word_begins_turn(const MoveWord *w);

/* Whether it ends in a separator, behind which another square must follow. */
static inline bool move_word_is_open(const MoveWord *w) { return w->before[w->count] != 0; }

/* Shooters of a word that begins a setup: the squares before `/`. */
int move_word_shooters(const MoveWord *w);

/* Checks whether the rules allow the squares of a word that begins a setup, but not whether there are as many as the turn
 * needs. Sets `placed` to the shooters among them. */
NotationError move_word_place(const Position *p, const MoveWord *w, Bitboard *placed);

static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads an unsigned number without leading zeros; false when there is none or it is above `limit`. */
bool number_read(const char **text, int limit, int *out);

#endif
