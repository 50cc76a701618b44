/* A game put together from what a file says: turns as words, or squares one after the other. Its first fault ends it: what comes after that
 * is not looked at. */
#ifndef CIERZO_TOOLS_GAMES_ASSEMBLY_H
#define CIERZO_TOOLS_GAMES_ASSEMBLY_H

#include "tools/games/import.h"

enum { ASSEMBLY_WORD = 4, ASSEMBLY_SQUARES = 8 };

typedef struct {
    Record record;
    bool begun;
    long line; /* of the first fault; 0: none */
    char reason[IMPORT_REASON_SIZE];
    char first[80], second[80]; /* names of the players; empty: not told */
    /* the turn under way */
    char squares[ASSEMBLY_SQUARES][ASSEMBLY_WORD];
    int count;
    bool shot; /* the next square is where the stone goes */
    /* how it ended, where not by claims */
    Colour told;
    char termination[40];
} Assembly;

/* Begins the game; *a was all zeros, but for the names. */
void assembly_begin(Assembly *a, const Position *start);

/* Notes a fault, unless there is one. Always false. */
__attribute__((format(printf, 3, 4))) bool assembly_fault(Assembly *a, long line, const char *format, ...);

/* A whole turn in the notation of docs/protocol.md; false when there is a fault. */
bool assembly_turn(Assembly *a, long line, const char *word);

/* A word as people write it: capitals, other dashes and arrows for `-`, `x`, `:`, `*` or `^` for `/`, `!` and `?` behind it. One square is taken
 * as the next one of a turn, anything else must be a whole one. */
bool assembly_word(Assembly *a, long line, const char *word);

/* The same word in the notation of docs/protocol.md, at most `size` bytes with the end; longer ones are cut. */
void assembly_plain(const char *word, char *out, size_t size);
/* Whether the text is squares, with `-`, `,` or `/` between them; how many. 0: it is not. */
int assembly_squares(const char *text);

/* The next square of a turn, `d4` or `D4`; the position says how many a turn takes. A square that a->shot was set for ends the turn. */
bool assembly_square(Assembly *a, long line, const char *word);
/* The squares so far must be a turn: there are none left over. */
bool assembly_whole(Assembly *a, long line);

/* The end as it is told, where it was not by claims; the winner may be NO_COLOUR. */
void assembly_ending(Assembly *a, Colour winner, const char *termination);

/* Sets the tags of players and result, hands the game out and frees it; *a is all zeros again. */
void assembly_end(Assembly *a, long line, const Import *im);

#endif
