/* Text both ways: squares, moves, positions. Text goes into the caller's buffer; nothing is changed on an error. */
#ifndef CIERZO_ENGINE_NOTATION_H
#define CIERZO_ENGINE_NOTATION_H

#include <stddef.h>

#include "engine/move.h"
#include "engine/position.h"

typedef enum {
    NOTATION_OK,
    /* positions */
    NOTATION_RANKS,          /* not as many ranks as the board has */
    NOTATION_RANK_LENGTH,    /* a rank with too few or too many squares */
    NOTATION_CHARACTER,      /* a character that no board has */
    NOTATION_RUN,            /* an empty run that is zero or has a leading zero */
    NOTATION_REMOVED_CORNER, /* a piece on a removed corner */
    NOTATION_FIELDS,         /* not four fields */
    NOTATION_SIDE,
    NOTATION_SWAP,
    NOTATION_NUMBER,
    NOTATION_SHOOTERS,      /* a count that is not 0, the first player's or all */
    NOTATION_SIDE_IN_SETUP, /* the side contradicts the shooter count */
    NOTATION_SWAP_RULE,     /* the swap mark contradicts the rule set or the shooter count */
    NOTATION_CLAIM_IN_SETUP,
    NOTATION_TRAPPED, /* a trapped shooter that nobody has claimed */
    /* moves */
    NOTATION_SYNTAX, /* not of any move's form */
    NOTATION_SQUARE, /* a square that the board does not have */
    NOTATION_GAME_OVER,
    NOTATION_SETUP_EXPECTED, /* an ordinary turn during the setup */
    NOTATION_SETUP_OVER,     /* a setup turn or swap after the setup */
    NOTATION_NO_SWAP,        /* no swap is on offer */
    NOTATION_SETUP_COUNT,    /* wrong number of shooters, or a stone missing or too many */
    NOTATION_NOT_EMPTY,      /* a setup square is taken or named twice */
    NOTATION_PERIMETER,      /* a shooter on the perimeter where that is banned */
    NOTATION_ADJACENT,       /* a shooter beside another where that is banned */
    NOTATION_NO_SHOOTER,     /* no unclaimed shooter on the square of origin */
    NOTATION_MOVE_BLOCKED,   /* the shooter does not see its destination */
    NOTATION_SHOT_BLOCKED,   /* the shot's square is not seen */
    /* only from partial_parse (partial.h) */
    NOTATION_SHOOTER_STUCK, /* the shooter sees no empty square */
    NOTATION_NO_ROOM,       /* the rest of the setup turn finds no squares */
    NOTATION_ERROR_COUNT
} NotationError;

enum { POSITION_TEXT_SIZE = 160, MOVE_TEXT_SIZE = 24 };

/* What an error means, in a few words for people; never NULL. */
const char *notation_error_text(NotationError e);

/* Reads `BOARD SIDE SWAP NUMBER`; white space of any kind and length between the fields. `out` is set only on
 * NOTATION_OK. */
NotationError position_parse(const Variant *v, const char *text, Position *out);

/* Writes the position's text, at most POSITION_TEXT_SIZE bytes with its end. Returns the length. */
size_t position_text(const Position *p, char *out, size_t size);

/* Reads one move word and checks that it is legal in `p`. `out` is set only on NOTATION_OK. */
NotationError move_parse(const Position *p, const char *text, Move *out);

/* Writes a move word, at most MOVE_TEXT_SIZE bytes with its end; MOVE_NONE becomes `(none)`. Returns the length. */
size_t move_text(Move m, char *out, size_t size);

/* Writes `a1`…`j10`; at most 4 bytes with the end. Returns the length. */
size_t square_text(Square s, char *out, size_t size);

#endif
