#include "search/order.h"

#include <assert.h>
#include <string.h>

#include "engine/clamp.h"
#include "eval/net_sum.h"

/* After the turn it is the other side's move, and the network always speaks for the side to move: so "own" means the other side here.
 *
 * A change of the mover's score in 1/16 cp is slope * change of a probability >> SLOPE_SHIFT. */
enum { SLOPE_SHIFT = 15, GROWTH_MAX = 15 /* the network knows no larger groups */ };

/* A shooter that sees a square, and what it stops seeing when that square is filled. */
typedef struct {
    ChannelSums channels;
    Sight cut;
    uint8_t shooter;
} Viewer;

typedef struct {
    const Board *board;
    Colour mover;
    Ground ground;
    NetInputs in;
    NetShared shared;
    ChannelSums channels[MAX_SHOOTERS]; /* sum of those of the squares that it sees */
    NetPlace place[MAX_SHOOTERS];
    int own[MAX_SHOOTERS];       /* probability that the other side claims it */
    Score stand;                 /* of the mover, as if its turn changed nothing; not sharpened */
    int64_t slope[MAX_SHOOTERS]; /* change of the mover's score for a claim that the other side gains in full */
    /* Change of the mover's score, in 1/256, for a gain of 1/128 in a channel of a square it sees. */
    Units lever[MAX_SHOOTERS];
    Viewer viewers[SQUARES][MAX_SHOOTERS];
    uint8_t viewer_count[SQUARES];
    Units pull[SQUARES]; /* sum of the levers of the shooters that see it */
    Bitboard standing;   /* squares that any shooter sees from where it stands */
    /* Filled as they are needed: */
    Bitboard shots_known, views_known;
    Bitboard reach[SQUARES];                    /* what is seen from there while all shooters stay in place */
    int32_t shot[SQUARES];                      /* S */
    Bitboard near[SQUARES];                     /* squares beside the group of a stone there, */
    Bitboard within[SQUARES];                   /* those and the ones beside its empty ones, */
    uint8_t size[SQUARES];                      /* and its size */
    Bitboard gains_known[9 * (GROWTH_MAX + 1)]; /* by sum_gains' kinds */
    int32_t gains[9 * (GROWTH_MAX + 1)][SQUARES];
    int32_t view[SQUARES]; /* probability that the other side claims a shooter standing there */
} Scorer;

static inline int32_t change(const Scorer *s, int shooter, int to) {
    return (int32_t)(s->slope[shooter] * (to - s->own[shooter]) >> SLOPE_SHIFT);
}

static void estimate(Scorer *s) {
    for (int i = 0; i < s->in.count; i++) {
        Square at = s->in.square[i];
        s->place[i] = net_place_at(&s->in, at + CELL_MARGIN);
        s->channels[i] = net_sum_seen(&s->shared, s->in.sees[i]);
        s->own[i] = claim_probability(net_odds(&s->shared, s->place[i], &s->channels[i], s->place[i].seen));
        /* It leaves a square that is seen from where it goes. */
        s->shared.channels[at] = net_active(net_place_sum(&s->in.tables->square, s->place[i]));
    }
}

/* d(score)/d(p) = (400 / ln 10) / (P (1 - P)) * dP/dp, in 1/16 cp. P is kept off 0 and 1, where the order would hang on noise. */
static void set_slopes(Scorer *s) {
    enum { BITS = 20, LEAST = 64 };
    const Position *p = &s->board->position;
    uint64_t slopes[MAX_SHOOTERS];
    int have = p->claims[colour_other(s->mover)], need = variant_majority(p->variant);
    Odds odds = claims_majority(s->own, s->in.count, have, need);
    s->stand = score_of_odds(odds.other, odds.own);
    claims_slopes(s->own, s->in.count, have, need, slopes);
    int64_t own = (int64_t)(odds.own >> (MAJORITY_BITS - BITS)), other = (int64_t)(odds.other >> (MAJORITY_BITS - BITS));
    int64_t spread = (own + LEAST) * (other + LEAST) >> BITS;
    for (int i = 0; i < s->in.count; i++) {
        s->slope[i] = -((int64_t)(slopes[i] >> (MAJORITY_BITS - BITS)) * 2779 /* 16 * 400 / ln 10 */ / (spread + LEAST));
        /* d(p) = p (1 - p) d(log-odds) / 256, and net_slope's log-odds are those of a mean. */
        int64_t p15 = s->own[i], variance = p15 * (CLAIM_ONE - p15) >> CLAIM_BITS;
        int factor = (int)(s->slope[i] * variance >> SLOPE_SHIFT), seen = s->place[i].seen, part = net_reciprocal[seen];
        Units lever = net_slope(&s->shared, s->place[i], &s->channels[i], seen);
        lever.low = (lever.low * factor >> 9) * part >> 14;
        lever.high = (lever.high * factor >> 9) * part >> 14;
        s->lever[i] = lever;
    }
}

/* Walks a line of shooter i from its far end, so that what lies beyond each square is known when it comes. */
static inline void find_line(Scorer *s, int i, int from, int end, int step) {
    ChannelSums channels = {0};
    Sight cut = 0;
    for (int x = end - step; x != from; x -= step) {
        if (!s->board->open[x + CELL_MARGIN]) continue;
        channels += (ChannelSums)s->shared.channels[x];
        cut += s->ground.at[x + CELL_MARGIN];
        Units *pull = &s->pull[x];
        if (!s->viewer_count[x]) *pull = (Units){{0}, {0}};
        pull->low += s->lever[i].low;
        pull->high += s->lever[i].high;
        s->viewers[x][s->viewer_count[x]++] = (Viewer){channels, cut, (uint8_t)i};
    }
}

static void find_viewers(Scorer *s) {
    memset(s->viewer_count, 0, sizeof s->viewer_count);
    for (int i = 0; i < s->in.count; i++) {
        Square from = s->in.square[i];
        LineSpan spans[LINES];
        lines_spans(from, s->ground.blockers, spans);
        for (int k = 0; k < LINES; k++) {
            find_line(s, i, from, spans[k].above, LINE_STEP[k]);
            find_line(s, i, from, spans[k].below, -LINE_STEP[k]);
        }
    }
}

/* The group that a stone of the mover on `x` would be in. */
static void find_group(Scorer *s, Square x) {
    Bitboard members;
    int size = groups_joined(&s->board->groups, x, s->mover, s->board->position.stones[s->mover], &members);
    s->near[x] = bb_beside(members);
    s->within[x] = s->near[x] | bb_beside(s->near[x] & s->ground.empty & ~bb_of(x));
    s->size[x] = (uint8_t)size;
}

/* A pair of groups after the other one has grown to `size`. */
static inline int grown(int pair, int size) { return size > (pair & 15) ? (pair & ~15) | (size < 15 ? size : 15) : pair; }

/* Whether lines were blocked at `x` already before the stone, as a shooter stood there that blocks in this rule set. */
static inline bool closed(const Scorer *s, Square x) { return bb_has(s->ground.blockers, x); }

/* What the place of a shooter on `at` becomes with a stone on `x`, when the shooter sees `sight` after it. NO_SQUARE: no stone was placed,
 * only the sight is another. */
static inline NetPlace place_after(const Scorer *s, NetPlace place, Square at, Sight sight, Square x) {
    /* Rounded towards zero with the sign in place, as net_read does: exchanged colours must give exactly the opposite. */
    int seen = sight_seen(sight), value = s->mover == WHITE ? sight_value(sight) : -sight_value(sight);
    int view = seen ? value / seen : value;
    place.seen = seen;
    place.view = (int)clamp(view, -NET_VIEW_MAX, NET_VIEW_MAX);
    if (x == NO_SQUARE) return place;
    if (bb_has(s->near[x], at)) place.beside = grown(place.beside, s->size[x]);
    if (bb_has(s->within[x], at)) place.within = grown(place.within, s->size[x]);
    int apart = x > at ? x - at : at - x, beside = apart == 1 || apart == STRIDE;
    int exit = (beside || apart == STRIDE - 1 || apart == STRIDE + 1) && !closed(s, x);
    place.ways += beside - exit * NET_SIDES * NET_SIDES;
    return place;
}

/* Probability for the other side of a shooter on `at` that sees squares of those channels and that sight, after a stone on `x`. */
static inline int outlook(const Scorer *s, NetPlace place, Square at, const ChannelSums *channels, Sight sight, Square x) {
    return claim_probability(net_odds(&s->shared, place_after(s, place, at, sight, x), channels, sight_seen(sight)));
}

/* The same for a shooter that is trapped there: the other side also claims it in a tie. */
static inline int outlook_trapped(const Scorer *s, Square at, Square x) {
    Colour own = colour_other(s->mover);
    int mine = s->ground.largest[s->mover][at + CELL_MARGIN], others = s->ground.largest[own][at + CELL_MARGIN];
    if (x != NO_SQUARE && bb_has(s->near[x], at) && s->size[x] > mine) mine = s->size[x];
    return mine > others ? 0 : CLAIM_ONE;
}

/* What the mover's score gains, to the first order, when an empty square's surroundings become those of `is`. */
static inline int32_t gain_of(const Scorer *s, Square y, NetPlace was, NetPlace is) {
    const NetRows *rows = &s->in.tables->square;
    Channels sums = s->shared.sums[y] - rows->beside[was.beside] + rows->beside[is.beside] - rows->within[was.within] +
                    rows->within[is.within] - rows->ways[was.ways] + rows->ways[is.ways];
    Channels grew = net_active(sums) - s->shared.channels[y];
    const EightShorts *half = (const EightShorts *)&grew;
    EightInts gain = s->pull[y].low * __builtin_convertvector(half[0], EightInts) +
                     s->pull[y].high * __builtin_convertvector(half[1], EightInts);
    return eight_sum(gain) / 256;
}

/* What a stone of the mover does to a square: it stands beside it, cornerwise or neither, and its group, of that size, beside it, within
 * reach or neither. Many stones do the same, so each is worked out once. */
enum { APART, NEARBY, BESIDE };

static __attribute__((noinline)) void find_gains(Scorer *s, Bitboard squares, int stone, int group, int size,
                                                 int32_t *gains) {
    BB_EACH(y, squares) {
        NetPlace was = net_place_at(&s->in, (int)y + CELL_MARGIN), is = was;
        if (group == BESIDE) is.beside = grown(was.beside, size);
        if (group) is.within = grown(was.within, size);
        if (stone) is.ways -= NET_SIDES * NET_SIDES - (stone == BESIDE);
        gains[y] =
            is.ways != was.ways || is.within != was.within || is.beside != was.beside ? gain_of(s, (Square)y, was, is) : 0;
    }
}

static inline int32_t sum_gains(Scorer *s, Bitboard squares, int stone, int group, int size) {
    int kind = (stone * 3 + group) * (GROWTH_MAX + 1) + size;
    Bitboard unknown = squares & ~s->gains_known[kind];
    int32_t sum = 0, *gains = s->gains[kind];
    if (unknown) {
        find_gains(s, unknown, stone, group, size, gains);
        s->gains_known[kind] |= unknown;
    }
    BB_EACH(y, squares) sum += gains[y];
    return sum;
}

/* What a stone on `x` changes for those who see the squares around it and around its group. */
static inline int32_t score_surroundings(Scorer *s, Square x) {
    Bitboard stone = bb_of(x), next = bb_beside(stone), corners = bb_around(stone) & ~next, others = s->standing & ~stone;
    Bitboard near = s->near[x] & others, within = s->within[x] & others & ~near;
    if (closed(s, x)) next = corners = 0; /* the exits stay as they are */
    Bitboard farther = ~(next | corners);
    int size = s->size[x] < GROWTH_MAX ? s->size[x] : GROWTH_MAX;
    return sum_gains(s, next & others, BESIDE, BESIDE, size) + sum_gains(s, corners & near, NEARBY, BESIDE, size) +
           sum_gains(s, corners & within, NEARBY, NEARBY, size) +
           sum_gains(s, corners & others & ~(near | within), NEARBY, APART, 0) +
           sum_gains(s, near & farther, APART, BESIDE, size) + sum_gains(s, within & farther, APART, NEARBY, size);
}

/* S[x]. Shooters that see the stone, or touch its group, are estimated anew. */
static void score_shot(Scorer *s, Square x) {
    find_group(s, x);
    int32_t score = 0;
    unsigned done = 0;
    for (int k = 0; k < s->viewer_count[x]; k++) {
        const Viewer *v = &s->viewers[x][k];
        int i = v->shooter;
        Square at = s->in.square[i];
        Sight left = s->ground.sight[at + CELL_MARGIN] - v->cut;
        ChannelSums channels = s->channels[i] - v->channels;
        score +=
            change(s, i, sight_seen(left) ? outlook(s, s->place[i], at, &channels, left, x) : outlook_trapped(s, at, x));
        done |= 1u << i;
    }
    if (s->within[x] & s->board->position.shooters)
        for (int i = 0; i < s->in.count; i++) {
            Square at = s->in.square[i];
            if (at != x && !(done >> i & 1) && bb_has(s->within[x], at))
                score += change(s, i, outlook(s, s->place[i], at, &s->channels[i], s->ground.sight[at + CELL_MARGIN], x));
        }
    s->shot[x] = score + score_surroundings(s, x);
    s->shots_known |= bb_of(x);
}

static inline int32_t shot_score(Scorer *s, Square x) {
    if (!bb_has(s->shots_known, x)) score_shot(s, x);
    return s->shot[x];
}

static inline int view_score(Scorer *s, Square t) {
    if (!bb_has(s->views_known, t)) {
        ChannelSums channels = net_sum_seen(&s->shared, s->reach[t] & s->ground.empty);
        s->view[t] =
            outlook(s, net_place_at(&s->in, t + CELL_MARGIN), t, &channels, s->ground.sight[t + CELL_MARGIN], NO_SQUARE);
        s->views_known |= bb_of(t);
    }
    return s->view[t];
}

/* Squares that a shooter of origin `from` sees from `to`. Where shooters block nothing, that is one set for all of them. */
static inline Bitboard shots_of(const Scorer *s, Square from, Square to) {
    Bitboard origin = bb_of(from);
    Bitboard seen =
        s->board->position.variant->unclaimed_block ? lines_seen(to, s->ground.blockers & ~origin) : s->reach[to];
    return seen & (s->ground.empty | origin);
}

/* What it is worth to move onto the last square that other shooters see: they are trapped at once. */
static int32_t blocking_bonus(const Scorer *s, int moved, Square t) {
    int32_t bonus = 0;
    for (int k = 0; k < s->viewer_count[t]; k++) {
        int j = s->viewers[t][k].shooter;
        if (j != moved && s->in.sees[j] == bb_of(t)) bonus += change(s, j, outlook_trapped(s, s->in.square[j], NO_SQUARE));
    }
    return bonus;
}

/* A shooter that sees little from its destination loses much of it by any shot, so S + R would be far off: each shot is scored by itself. */
static Slice *small_slices(Scorer *s, int i, Square to, Bitboard shots, int32_t bonus, Slice *out) {
    Square from = s->in.square[i];
    Bitboard blockers = s->ground.blockers & ~bb_of(from);
    NetPlace place = net_place_at(&s->in, to + CELL_MARGIN);
    for (Bitboard rest = shots; rest;) {
        Square x = bb_pop(&rest);
        shot_score(s, x);
        Bitboard left = lines_seen(to, blockers | bb_of(x)) & shots & ~bb_of(x);
        Sight sight = 0;
        BB_EACH(y, left) sight += y == from ? 1 : s->ground.at[y + CELL_MARGIN];
        ChannelSums channels = net_sum_seen(&s->shared, left);
        int32_t score = change(s, i, left ? outlook(s, place, to, &channels, sight, x) : outlook_trapped(s, to, x)) + bonus;
        *out++ = (Slice){.shots = bb_of(x), .score = score, .from = from, .to = to};
    }
    return out;
}

static Slice *relocation_slices(Scorer *s, int i, Square to, Slice *out) {
    Square from = s->in.square[i];
    Bitboard shots = shots_of(s, from, to);
    int32_t bonus = blocking_bonus(s, i, to);
    if (bb_count(shots) <= SMALL_VIEW) return small_slices(s, i, to, shots, bonus, out);
    *out++ = (Slice){.shots = shots, .score = change(s, i, view_score(s, to)) + bonus, .from = from, .to = to};
    return out;
}

int order_score(const Board *b, Slice *slices, Order *o) {
    Scorer s;
    s.board = b;
    s.mover = b->position.side;
    s.shots_known = s.views_known = 0;
    memset(s.gains_known, 0, sizeof s.gains_known);
    ground_compute(&s.ground, b);
    net_read(&s.in, &s.ground, b, colour_other(s.mover));
    net_share(&s.shared, &s.in);
    estimate(&s);
    set_slopes(&s);
    s.standing = 0;
    for (int i = 0; i < s.in.count; i++) s.standing |= s.in.sees[i];
    find_viewers(&s);

    Slice *out = slices;
    BB_EACH(t, s.standing) s.reach[t] = lines_seen((Square)t, s.ground.blockers);
    for (int i = 0; i < s.in.count; i++)
        for (Bitboard rest = s.in.sees[i]; rest;) out = relocation_slices(&s, i, bb_pop(&rest), out);
    if (s.standing) *out++ = (Slice){.shots = s.standing, .from = NO_SQUARE, .to = NO_SQUARE};
    assert(out - slices <= MAX_SLICES);
    o->stand = s.stand;
    o->sharpness = net_sharpness(&s.in);
    o->shots = 0;
    for (const Slice *slice = slices; slice < out; slice++) o->shots |= slice->shots;
    for (Bitboard rest = o->shots; rest;) {
        Square x = bb_pop(&rest);
        o->shot[x] = shot_score(&s, x);
    }
    return (int)(out - slices);
}
