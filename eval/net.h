/* The network that estimates who will claim each shooter, from the view of the side to move.
 *
 * Every empty square is turned into CHANNELS numbers by one small layer that sees the square's surroundings; a shooter takes the mean of
 * those it sees, the mean over all the board, and its own surroundings, through one hidden layer of UNITS to log-odds. A square's
 * surroundings come as a few small numbers, so each layer's sum over them is a look-up of rows made at start-up.
 *
 * Sums over sets of squares as inputs of one network that is shared by all of them: Zaheer et al., Deep Sets (2017). */
#ifndef CIERZO_EVAL_NET_H
#define CIERZO_EVAL_NET_H

#include "eval/claims.h"
#include "eval/ground.h"
#include "eval/score.h"

/* What a place, be it a square or a shooter's, is like; each input in 1/32. In lines:
 * log sizes of the largest groups beside it, own and other, and whose is the larger;
 * the same with groups one stone's reach away;
 * open ones of the eight directions, which is what it takes to trap a shooter there, and sides with own and with other stones;
 * squares seen from there: log, share of one, exactly 1 or 2, and their mean value as in ground.h. */
/* clang-format off */
#define NET_PLACE_INPUTS(X)                                                                                              \
    X(OWN) X(OTHER) X(AHEAD)                                                                                             \
    X(OWN_WITHIN) X(OTHER_WITHIN) X(AHEAD_WITHIN)                                                                        \
    X(EXITS_1) X(EXITS_2) X(EXITS_3) X(EXITS) X(OWN_SIDES) X(OTHER_SIDES)                                                \
    X(SEEN) X(SEEN_SHARE) X(SEEN_1) X(SEEN_2) X(VIEW)

/* What the whole board is like: share of empty squares, claims missing for the majority, unclaimed shooters. */
#define NET_BOARD_INPUTS(X) X(EMPTY) X(OWN_MISSING) X(OTHER_MISSING) X(SHOOTERS)

typedef enum {
#define X(name) PLACE_##name,
    NET_PLACE_INPUTS(X)
#undef X
    PLACE_COUNT
} PlaceInput;

typedef enum {
#define X(name) BOARD_##name,
    NET_BOARD_INPUTS(X)
#undef X
    BOARD_COUNT
} BoardInput;

enum { NET_CHANNELS = 16, NET_UNITS = 16, NET_SHARPNESS = 9, NET_ACTIVE_MAX = 511 /* of channels and units, in 1/128 */ };
/* clang-format on */

/* The numbers of weights.def, all in 1/256. */
typedef struct {
    int16_t square[PLACE_COUNT + 1][NET_CHANNELS]; /* the last row is the bias */
    int16_t shooter[PLACE_COUNT + 1][NET_UNITS];
    int16_t board[BOARD_COUNT][NET_UNITS];
    int16_t seen[NET_CHANNELS][NET_UNITS]; /* from the mean of the squares that the shooter sees, */
    int16_t all[NET_CHANNELS][NET_UNITS];  /* and from that of all empty squares */
    int16_t output[NET_UNITS];
    int16_t bias;
    /* Of the log-odds of the majority, by eighths of the board still empty, linear between: claims go together, so the majority is
     * surer than the Poisson-binomial sum says. */
    int16_t sharpness[NET_SHARPNESS];
} NetWeights;
extern const NetWeights net_weights;

/* What the network is given. By cell where not said otherwise. */
typedef struct {
    uint8_t beside[CELLS]; /* own and other largest group beside it, each 15 at most, by net_pair */
    uint8_t within[CELLS]; /* the same with those one stone's reach away */
    uint8_t ways[CELLS];   /* by net_ways */
    int32_t seen[CELLS];   /* squares seen, */
    int32_t view[CELLS];   /* and their mean value for the mover, within ±NET_VIEW_MAX */
    Bitboard empty;
    int count; /* unclaimed shooters, in bit order */
    Square square[MAX_SHOOTERS];
    Bitboard sees[MAX_SHOOTERS]; /* empty squares */
    uint8_t board[BOARD_COUNT];
    int emptiness; /* eighths of the board still empty, in 1/256 */
} NetInputs;

enum { NET_VIEW_MAX = 127, NET_SIDES = 5, NET_WAYS = 9 * NET_SIDES * NET_SIDES, NET_PAIRS = 256 };
static inline int net_pair(int own, int other) { return own << 4 | other; }
static inline int net_ways(int exits, int own_sides, int other_sides) {
    return (exits * NET_SIDES + own_sides) * NET_SIDES + other_sides;
}

/* As if `own` were to move. */
void net_read(NetInputs *in, const Ground *g, const Board *b, Colour own);

/* The inputs of a place. */
void net_place(const NetInputs *in, int cell, int16_t x[PLACE_COUNT]);

/* Log-odds in 1/256, by shooter, that the side to move claims it. */
void net_log_odds(const NetInputs *in, int log_odds[MAX_SHOOTERS]);

/* The same taken apart: what the groups at the shooter change against none there, what it sees changes against the board's mean, and
 * what is left. */
typedef struct {
    int groups, view, rest;
} NetParts;
void net_explain(const NetInputs *in, NetParts parts[MAX_SHOOTERS]);

/* The score of a position that it was read from, for the side to move; `own` gets the probabilities that the side to move claims each
 * shooter, in parts of CLAIM_ONE. */
Score net_score(const NetInputs *in, const Position *p, int own[MAX_SHOOTERS]);

/* The factor on the log-odds of the majority, in 1/256. */
int net_sharpness(const NetInputs *in);

void net_init(void);

#endif
