#include "eval/net_sum.h"

#include <string.h>

#include "eval/cells.h"

const NetWeights net_weights[NET_SETS] = {
    [NET_GENERAL] =
        {
#include "eval/weights.def"
        },
    [NET_VELETAS] =
        {
#include "eval/weights-veletas.def"
        },
    [NET_VELETAS_7] =
        {
#include "eval/weights-veletas-7.def"
        },
};

typedef float EightFloats __attribute__((vector_size(32)));

/* ---- the inputs ---- */

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int sign_of(int n) { return (n > 0) - (n < 0); }

static void pair_inputs(int pair, int16_t x[3]) {
    int own = pair >> 4, other = pair & 15;
    x[0] = (int16_t)ground_log(own);
    x[1] = (int16_t)ground_log(other);
    x[2] = (int16_t)(32 * sign_of(own - other));
}

static void ways_inputs(int ways, int16_t x[6]) {
    int exits = ways / (NET_SIDES * NET_SIDES);
    x[0] = 32 * (exits <= 1);
    x[1] = 32 * (exits == 2);
    x[2] = 32 * (exits == 3);
    x[3] = (int16_t)(8 * exits);
    x[4] = (int16_t)(16 * (ways / NET_SIDES % NET_SIDES));
    x[5] = (int16_t)(16 * (ways % NET_SIDES));
}

static void seen_inputs(int seen, int16_t x[4]) {
    x[0] = (int16_t)ground_log(seen);
    x[1] = (int16_t)(32 / (seen ? seen : 1));
    x[2] = 32 * (seen <= 1);
    x[3] = 32 * (seen == 2);
}

void net_place(const NetInputs *in, int cell, int16_t x[PLACE_COUNT]) {
    pair_inputs(in->beside[cell], x + PLACE_OWN);
    pair_inputs(in->within[cell], x + PLACE_OWN_WITHIN);
    ways_inputs(in->ways[cell], x + PLACE_EXITS_1);
    seen_inputs(in->seen[cell], x + PLACE_SEEN);
    x[PLACE_VIEW] = (int16_t)in->view[cell];
}

/* ---- the tables: inputs that come together are added up for each of their joint values ---- */

NetTables net_tables[NET_SETS];
int32_t net_reciprocal[SQUARES];

/* The sum of x[i] times row first + i, for `inputs` rows, and of 32 times the row `bias`, unless that is -1: divided by
 * 2^shift and rounded. */
static Channels sum_rows(const int16_t rows[][NET_CHANNELS], int first, int inputs, const int16_t *x, int bias, int shift) {
    Channels out;
    for (int k = 0; k < NET_CHANNELS; k++) {
        int sum = bias >= 0 ? 32 * rows[bias][k] : 0;
        for (int i = 0; i < inputs; i++) sum += rows[first + i][k] * x[i];
        out[k] = (int16_t)((sum + (1 << (shift - 1))) >> shift);
    }
    return out;
}

static void make_rows(NetRows *r, const int16_t rows[][NET_CHANNELS], int shift) {
    int16_t x[8];
    for (int i = 0; i < NET_PAIRS; i++) {
        pair_inputs(i, x);
        r->beside[i] = sum_rows(rows, PLACE_OWN, 3, x, -1, shift);
        r->within[i] = sum_rows(rows, PLACE_OWN_WITHIN, 3, x, -1, shift);
    }
    for (int i = 0; i < NET_WAYS; i++) {
        ways_inputs(i, x);
        r->ways[i] = sum_rows(rows, PLACE_EXITS_1, 6, x, -1, shift);
    }
    for (int i = 0; i <= SIGHT_SEEN_MAX; i++) {
        seen_inputs(i, x);
        r->seen[i] = sum_rows(rows, PLACE_SEEN, 4, x, PLACE_COUNT, shift);
    }
    for (int i = -NET_VIEW_MAX; i <= NET_VIEW_MAX; i++) {
        x[0] = (int16_t)i;
        r->view[i + NET_VIEW_MAX] = sum_rows(rows, PLACE_VIEW, 1, x, -1, shift);
    }
}

/* Writes pairs as two numbers of 16 bits one after the other, as units_add_mean writes its means: right for both orders
 * of bytes. */
static void pair_up(MeanWeights out, const int16_t rows[NET_CHANNELS][NET_UNITS]) {
    for (int k = 0; k < NET_CHANNELS; k++)
        for (int u = 0; u < NET_UNITS; u++) ((int16_t *)&out[k / 2][u])[k % 2] = rows[k][u];
}

static void widen(UnitNumbers out, const int16_t row[NET_UNITS]) {
    for (int k = 0; k < NET_UNITS; k++) out[k] = row[k];
}

static void make_tables(NetTables *t, const NetWeights *w) {
    t->weights = w;
    make_rows(&t->square, w->square, 6); /* inputs are in 1/32, weights in 1/256 */
    make_rows(&t->shooter, w->shooter, 5);
    pair_up(t->seen, w->seen);
    pair_up(t->all, w->all);
    for (int k = 0; k < NET_CHANNELS; k++)
        for (int j = 0; j < NET_UNITS; j++) t->seen_turned[j][k] = w->seen[k][j];
    for (int i = 0; i < BOARD_COUNT; i++) widen(t->board[i], w->board[i]);
    widen(t->output, w->output);
}

void net_init(void) {
    net_reciprocal[0] = 65536;
    for (int n = 1; n < SQUARES; n++) net_reciprocal[n] = 65536 / n;
    for (int i = 0; i < NET_SETS; i++) make_tables(&net_tables[i], &net_weights[i]);
}

/* ---- reading a board ---- */

static inline Bytes four_beside(const uint8_t *at) {
    return cells_load(at - 1) + cells_load(at + 1) + cells_load(at - STRIDE) + cells_load(at + STRIDE);
}
static inline Bytes four_across(const uint8_t *at) {
    return cells_load(at - STRIDE - 1) + cells_load(at - STRIDE + 1) + cells_load(at + STRIDE - 1) +
           cells_load(at + STRIDE + 1);
}

static inline void fill_pairs(uint8_t *out, const uint8_t *own, const uint8_t *other) {
    const Bytes most = (Bytes){0} + 15;
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32)
        cells_store(out + i, cells_min(cells_load(own + i), most) * 16 + cells_min(cells_load(other + i), most));
}

/* 1 where a line may pass, 0 elsewhere. */
static void fill_passable(uint8_t *out, const Board *b) {
    const Position *p = &b->position;
    Bitboard pieces = 0;
    if (!p->variant->unclaimed_block) pieces |= p->shooters;
    if (!p->variant->claimed_block) pieces |= p->claimed[BLACK] | p->claimed[WHITE];
    memcpy(out, b->open, CELLS);
    while (pieces) out[bb_pop(&pieces) + CELL_MARGIN] = 1;
}

static void fill_ways(NetInputs *in, const Board *b, Colour own) {
    uint8_t passable[CELLS], mine[CELLS] = {0}, theirs[CELLS] = {0};
    const uint8_t *own_size = b->groups.size[own], *other_size = b->groups.size[colour_other(own)];
    fill_passable(passable, b);
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32) {
        cells_store(mine + i, (Bytes)(cells_load(own_size + i) > 0) & 1);
        cells_store(theirs + i, (Bytes)(cells_load(other_size + i) > 0) & 1);
    }
    for (int i = CELLS_FIRST; i < CELLS_LAST; i += 32) {
        Bytes exits = four_beside(passable + i) + four_across(passable + i);
        cells_store(in->ways + i, (exits * NET_SIDES + four_beside(mine + i)) * NET_SIDES + four_beside(theirs + i));
    }
}

static inline EightInts eight_at_least_one(EightInts x) { return x - (x == 0); } /* of x >= 0 */

/* Within ±NET_VIEW_MAX. */
static inline EightInts eight_limited(EightInts x) {
    const EightInts most = (EightInts){0} + NET_VIEW_MAX;
    EightInts above = x > most, below = x < -most;
    return (x & ~(above | below)) | (most & above) | (-most & below);
}

/* An integer division, which vectors do not have, by way of floats. Its whole part is exact on every machine: with
 * numbers this small a quotient that is not whole is too far from the next whole number to be rounded to it. */
static inline void fill_views(NetInputs *in, const Sight *sight, int sign) {
    for (int i = CELLS_FIRST; i < CELLS_GRID_END; i += 8) {
        EightInts sights = *(const EightInts *)(sight + i), seen = sights & 0xFF, values = (sights >> 8) * sign;
        EightFloats mean =
            __builtin_convertvector(values, EightFloats) / __builtin_convertvector(eight_at_least_one(seen), EightFloats);
        *(EightInts *)(in->seen + i) = seen;
        *(EightInts *)(in->view + i) = eight_limited(__builtin_convertvector(mean, EightInts));
    }
}

void net_read(NetInputs *in, const Ground *g, const Board *b, Colour own) {
    const Position *p = &b->position;
    Colour other = colour_other(own);
    int sign = own == BLACK ? 1 : -1;
    in->tables = &net_tables[net_set_of(p->variant)];
    fill_pairs(in->beside, g->largest[own], g->largest[other]);
    fill_pairs(in->within, g->within[own], g->within[other]);
    fill_ways(in, b, own);
    in->empty = g->empty;
    in->count = 0;
    fill_views(in, g->sight, sign);
    for (Bitboard rest = p->shooters; rest; in->count++) {
        Square s = in->square[in->count] = bb_pop(&rest);
        in->sees[in->count] = lines_seen(s, g->blockers) & g->empty;
    }
    int majority = variant_majority(p->variant), area = bb_count(p->variant->board), empty = bb_count(g->empty);
    in->board[BOARD_EMPTY] = (uint8_t)(32 * empty / area);
    in->board[BOARD_OWN_MISSING] =
        (uint8_t)(8 * larger(majority - p->claims[own], 0)); /* the last turn may have claimed more than needed */
    in->board[BOARD_OTHER_MISSING] = (uint8_t)(8 * larger(majority - p->claims[other], 0));
    in->board[BOARD_SHOOTERS] = (uint8_t)(8 * in->count);
    in->emptiness = 256 * 8 * empty / area;
}

/* ---- estimating ---- */

void net_share(NetShared *sh, const NetInputs *in) {
    const NetTables *t = sh->tables = in->tables;
    ChannelSums all = {0};
    BB_EACH(s, in->empty) {
        sh->sums[s] = net_place_sum(&t->square, net_place_at(in, (int)s + CELL_MARGIN));
        sh->channels[s] = net_active(sh->sums[s]);
        all += (ChannelSums)sh->channels[s];
    }
    sh->base = (Units){{0}, {0}};
    units_add_mean(&sh->base, t->all, &all, bb_count(in->empty));
    for (int i = 0; i < BOARD_COUNT; i++) units_add(&sh->base, t->board[i], 4 * in->board[i]);
}

void net_log_odds(const NetInputs *in, int log_odds[MAX_SHOOTERS]) {
    NetShared sh;
    net_share(&sh, in);
    for (int i = 0; i < in->count; i++) {
        ChannelSums seen = net_sum_seen(&sh, in->sees[i]);
        log_odds[i] = net_odds(&sh, net_place_at(in, in->square[i] + CELL_MARGIN), &seen, bb_count(in->sees[i]));
    }
}

void net_explain(const NetInputs *in, NetParts parts[MAX_SHOOTERS]) {
    NetShared sh;
    net_share(&sh, in);
    ChannelSums all = net_sum_seen(&sh, in->empty);
    for (int i = 0; i < in->count; i++) {
        int count = bb_count(in->sees[i]);
        NetPlace place = net_place_at(in, in->square[i] + CELL_MARGIN), alone = place;
        alone.beside = alone.within = net_pair(0, 0);
        ChannelSums seen = net_sum_seen(&sh, in->sees[i]);
        int whole = net_odds(&sh, place, &seen, count);
        parts[i].groups = whole - net_odds(&sh, alone, &seen, count);
        parts[i].view = whole - net_odds(&sh, place, &all, bb_count(in->empty));
        parts[i].rest = whole - parts[i].groups - parts[i].view;
    }
}

int net_sharpness(const NetInputs *in) {
    int eighth = least(in->emptiness >> 8, NET_SHARPNESS - 2), part = in->emptiness - (eighth << 8);
    const int16_t *at = &in->tables->weights->sharpness[eighth];
    return at[0] + ((at[1] - at[0]) * part >> 8);
}

Score net_score(const NetInputs *in, const Position *p, int own[MAX_SHOOTERS]) {
    int log_odds[MAX_SHOOTERS];
    net_log_odds(in, log_odds);
    for (int i = 0; i < in->count; i++) own[i] = claim_probability(log_odds[i]);
    Odds odds = claims_majority(own, in->count, p->claims[p->side], variant_majority(p->variant));
    return score_clamp(score_of_odds(odds.own, odds.other) * net_sharpness(in) / 256);
}
