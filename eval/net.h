/* The network that estimates who will claim each shooter, from the view of the side to move.
 *
 * One small layer turns every empty square, by its surroundings, into NET_CHANNELS numbers. For a shooter a hidden layer
 * of NET_UNITS takes the means of these numbers over the squares that it sees and over the whole board, and its own
 * surroundings; from there come the log-odds. Surroundings are a few small numbers, so what each of their values adds to
 * a layer's sums is looked up in tables made at start-up.
 *
 * Sums over sets of squares as inputs of one network that is shared by all of them: Zaheer et al., Deep Sets (2017). */
#ifndef CIERZO_EVAL_NET_H
#define CIERZO_EVAL_NET_H

#include "eval/claims.h"
#include "eval/ground.h"
#include "eval/score.h"

/* The inputs that describe a place: an empty square or that of a shooter. Each is in 1/32. Line by line:
 * the logarithms of the sizes of the largest groups beside it, own and other, and whose is larger;
 * the same for the largest groups beside it or beside an empty square beside it;
 * the directions of the eight in which the next square is open (1 at most, 2, 3, how many), each of which needs a stone
 * to trap a shooter there, and on how many of the four sides there are own stones, and other ones;
 * the number n of squares seen from there (log(1 + n), 1 / n, whether it is 1 at most, whether 2), and their mean value
 * as in ground.h. */
/* clang-format off */
#define NET_PLACE_INPUTS(X)                                                                                              \
    X(OWN) X(OTHER) X(AHEAD)                                                                                             \
    X(OWN_WITHIN) X(OTHER_WITHIN) X(AHEAD_WITHIN)                                                                        \
    X(EXITS_1) X(EXITS_2) X(EXITS_3) X(EXITS) X(OWN_SIDES) X(OTHER_SIDES)                                                \
    X(SEEN) X(SEEN_SHARE) X(SEEN_1) X(SEEN_2) X(VIEW)

/* The inputs that describe the whole board: the share of empty squares, how many claims either side needs, how many
 * shooters are unclaimed. */
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

enum { NET_CHANNELS = 16, NET_UNITS = 16, NET_SHARPNESS = 9 };
enum { NET_ACTIVE_MAX = 511 /* of channels and units, in 1/128 */ };
/* clang-format on */

/* The numbers of a weights file, all in 1/256. */
typedef struct {
    int16_t square[PLACE_COUNT + 1][NET_CHANNELS]; /* the last row is the bias */
    int16_t shooter[PLACE_COUNT + 1][NET_UNITS];
    int16_t board[BOARD_COUNT][NET_UNITS];
    int16_t seen[NET_CHANNELS][NET_UNITS]; /* weights of the means over the squares that the shooter sees */
    int16_t all[NET_CHANNELS][NET_UNITS];  /* and over all empty squares */
    int16_t output[NET_UNITS];
    int16_t bias;
    /* A factor on the log-odds of the majority, by how many eighths of the board are empty, linear between these. It is
     * needed as claims are not independent: one side tends to get several, so that the majority is surer than the
     * Poisson-binomial sum says. */
    int16_t sharpness[NET_SHARPNESS];
} NetWeights;

/* The rule sets that most play have weights of their own, from games of that rule set alone; all others share some. On 10x10 and 7x7 that
 * won 283-217 and 306-194 at 3,000 and 5,000 nodes a turn; the weights of veletas in classic and nocorners lost 39-61 and 44-56. */
typedef enum { NET_GENERAL, NET_VELETAS, NET_VELETAS_7, NET_SETS } NetSet;
extern const NetWeights net_weights[NET_SETS];
static inline NetSet net_set_of(const Variant *v) {
    if (v->unclaimed_block || v->claimed_block || v->corners_removed) return NET_GENERAL;
    return v->size == 10 ? NET_VELETAS : v->size == 7 ? NET_VELETAS_7 : NET_GENERAL;
}

/* net_sum.h */
typedef struct NetTables NetTables;

/* What the network reads off a board. */
typedef struct {
    const NetTables *tables; /* those of its rule set */
    /* By cell: */
    uint8_t beside[CELLS]; /* own and other largest group beside it, each 15 at most, by net_pair */
    uint8_t within[CELLS]; /* the same with those beside it or beside an empty square beside it */
    uint8_t ways[CELLS];   /* by net_ways */
    int32_t seen[CELLS];   /* how many empty squares are seen */
    int32_t view[CELLS];   /* their mean value for `own`, within ±NET_VIEW_MAX */
    /* Of the board: */
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

/* Reads a board from the view of `own`, as if it were to move. */
void net_read(NetInputs *in, const Ground *g, const Board *b, Colour own);

/* The inputs of a place. */
void net_place(const NetInputs *in, int cell, int16_t x[PLACE_COUNT]);

/* Log-odds in 1/256, by shooter, that the side to move claims it. */
void net_log_odds(const NetInputs *in, int log_odds[MAX_SHOOTERS]);

/* The same in three parts: what the groups beside the shooter change, compared to none; what the squares that it sees
 * change, compared to the mean of all squares; and the rest. */
typedef struct {
    int groups, view, rest;
} NetParts;
void net_explain(const NetInputs *in, NetParts parts[MAX_SHOOTERS]);

/* The score, for the side to move, of the position from which `in` was read for that side. Sets `own` to the
 * probabilities that the side to move claims each shooter, in parts of CLAIM_ONE. */
Score net_score(const NetInputs *in, const Position *p, int own[MAX_SHOOTERS]);

/* The factor on the log-odds of the majority, in 1/256. */
int net_sharpness(const NetInputs *in);

/* Fills net_tables (net_sum.h). Call once at start-up. */
void net_init(void);

#endif
