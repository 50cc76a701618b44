#include "search/picker.h"

#include <string.h>

/* A change of the mover's score in 1/16 cp is slope * change of a probability >> SLOPE_SHIFT. */
enum { SLOPE_SHIFT = 15 };

/* A shooter that sees a square, and what it stops seeing when that square is filled. */
typedef struct {
    uint8_t shooter;
    Sight cut;
    Vista vista_cut;
} Viewer;

typedef struct {
    const Board *board;
    Colour mover;
    int tempo; /* of the position after the turn */
    Ground ground;
    Claims claims;
    Bitboard seen[MAX_SHOOTERS];     /* empty squares by shooter */
    int64_t slope[MAX_SHOOTERS];     /* change of the mover's score for a claim that Black gains in full */
    int32_t lever[MAX_SHOOTERS];     /* change of the mover's score, in 1/256, for a gain of one in the value of a square it sees */
    Viewer viewers[SQUARES][MAX_SHOOTERS];
    uint8_t viewer_count[SQUARES];
    int32_t pull[SQUARES]; /* sum of the levers of those that see it */
    /* Filled as they are needed: */
    Bitboard shots_known, views_known;
    Bitboard reach[SQUARES]; /* what a shooter sees from there, all shooters in place */
    int32_t shot[SQUARES];  /* S */
    Bitboard near[SQUARES]; /* squares beside the group of a stone there, */
    uint8_t size[SQUARES];  /* and its size */
    int32_t view[SQUARES];  /* probability that Black claims a shooter standing there */
} Scorer;

static inline int32_t change(const Scorer *s, int shooter, int to) {
    return (int32_t)(s->slope[shooter] * (to - s->claims.black[shooter]) >> SLOPE_SHIFT);
}

/* d(score)/d(p) = (400 / ln 10) / (P (1 - P)) * dP/dp, in 1/16 cp. P is kept off 0 and 1, where the order would hang on noise. */
static void set_slopes(Scorer *s) {
    enum { BITS = 20, LEAST = 64 };
    const Position *p = &s->board->position;
    uint64_t slopes[MAX_SHOOTERS];
    Odds odds = claims_odds(&s->claims, p);
    claims_slopes(s->claims.black, s->claims.count, p->claims[BLACK], variant_majority(p->variant), slopes);
    int64_t black = (int64_t)(odds.black >> (MAJORITY_BITS - BITS)), white = (int64_t)(odds.white >> (MAJORITY_BITS - BITS));
    int64_t spread = (black + LEAST) * (white + LEAST) >> BITS;
    for (int i = 0; i < s->claims.count; i++) {
        int64_t steep = (int64_t)(slopes[i] >> (MAJORITY_BITS - BITS)) * 2779 /* 16 * 400 / ln 10 */ / (spread + LEAST);
        s->slope[i] = s->mover == BLACK ? steep : -steep;
        /* d(log-odds) = VIEW / seen * d(value) / 32, d(p) = p (1 - p) d(log-odds) / 256 */
        int64_t p15 = s->claims.black[i], variance = p15 * (CLAIM_ONE - p15) >> CLAIM_BITS;
        int seen = s->claims.features[i].seen;
        s->lever[i] = (int32_t)(s->slope[i] * variance / 32 * weights_at[seen][TERM_VIEW] / (seen ? seen : 1) >> SLOPE_SHIFT);
    }
}

static inline void add_viewer(Scorer *s, Square x, Viewer v) {
    int shooter = v.shooter;
    if (!s->board->open[x + CELL_MARGIN]) return;
    s->viewers[x][s->viewer_count[x]++] = v;
    s->pull[x] += s->lever[shooter];
    s->seen[shooter] |= bb_of(x);
}

/* Walks all lines of all shooters. */
static void find_viewers(Scorer *s) {
    const Ground *g = &s->ground;
    memset(s->viewer_count, 0, sizeof s->viewer_count);
    memset(s->pull, 0, sizeof s->pull);
    for (int i = 0; i < s->claims.count; i++) {
        Square from = s->claims.square[i];
        LineSpan spans[LINES];
        s->seen[i] = 0;
        lines_spans(from, g->blockers, spans);
        for (int k = 0; k < LINES; k++) {
            const Sight *sum = &g->sum[k][CELL_MARGIN];
            const Vista *vista = &g->vista_sum[k][CELL_MARGIN];
            int step = LINE_STEP[k], above = spans[k].above, below = spans[k].below;
            for (int x = from + step; x < above; x += step)
                add_viewer(s, (Square)x, (Viewer){(uint8_t)i, sum[above - step] - sum[x - step], vista[above - step] - vista[x - step]});
            for (int x = from - step; x > below; x -= step)
                add_viewer(s, (Square)x, (Viewer){(uint8_t)i, sum[x] - sum[below], vista[x] - vista[below]});
        }
    }
}

/* The group that a stone of the mover on `x` would be in. */
static void find_group(Scorer *s, Square x) {
    const Groups *g = &s->board->groups;
    Bitboard members = bb_of(x), touching = bb_beside(members) & s->board->position.stones[s->mover];
    int size = 1;
    while (touching) {
        Square stone = bb_first(touching);
        Bitboard joined = g->members[g->root[stone]];
        members |= joined;
        touching &= ~joined;
        size += groups_size(g, stone, s->mover);
    }
    s->near[x] = bb_beside(members);
    s->size[x] = (uint8_t)size;
}

/* Largest groups beside `at` after a stone on `x`; NO_SQUARE: without one. */
static inline void largest_after(const Scorer *s, Square at, Square x, int largest[2]) {
    largest[BLACK] = s->ground.largest[BLACK][at + CELL_MARGIN];
    largest[WHITE] = s->ground.largest[WHITE][at + CELL_MARGIN];
    if (x != NO_SQUARE && bb_has(s->near[x], at) && s->size[x] > largest[s->mover]) largest[s->mover] = s->size[x];
}

/* Probability for Black of a shooter on `at` with that sight after a stone on `x`. `trapped`: it sees nothing, so it is claimed. */
static int outlook(const Scorer *s, Square at, Sight sight, Vista vista, bool trapped, Square x) {
    int largest[2];
    largest_after(s, at, x, largest);
    if (trapped) {
        Colour c = largest[BLACK] > largest[WHITE]   ? BLACK
                   : largest[WHITE] > largest[BLACK] ? WHITE
                                                     : colour_other(s->mover);
        return c == BLACK ? CLAIM_ONE : 0;
    }
    Features f;
    features_compute(&f, &s->ground, at, sight, vista, largest[BLACK], largest[WHITE], s->tempo);
    return claim_probability(features_log_odds(&f));
}

/* S[x]. Shooters that see the stone, or touch its group, are estimated anew; that the squares beside the group change their value
 * for those who see them is taken to the first order. */
static void score_shot(Scorer *s, Square x) {
    find_group(s, x);
    int32_t score = 0, gain = 0;
    unsigned done = 0;
    for (int i = 0; i < s->viewer_count[x]; i++) {
        const Viewer *v = &s->viewers[x][i];
        Sight left = s->claims.sight[v->shooter] - v->cut;
        Vista vista = s->claims.vista[v->shooter] - v->vista_cut;
        score += change(s, v->shooter, outlook(s, s->claims.square[v->shooter], left, vista, sight_seen(left) == 0, x));
        done |= 1u << v->shooter;
    }
    if (s->near[x] & s->board->position.shooters)
        for (int i = 0; i < s->claims.count; i++) {
            Square at = s->claims.square[i];
            if (at != x && !(done >> i & 1) && bb_has(s->near[x], at))
                score += change(s, i, outlook(s, at, s->claims.sight[i], s->claims.vista[i], false, x));
        }
    for (Bitboard rest = s->near[x] & s->ground.empty; rest;) {
        Square y = bb_pop(&rest);
        int largest[2];
        if (!s->pull[y] || s->size[x] <= s->ground.largest[s->mover][y + CELL_MARGIN]) continue;
        largest_after(s, y, x, largest);
        gain += s->pull[y] * (ground_value_of(largest[BLACK], largest[WHITE]) - s->ground.value[y + CELL_MARGIN]);
    }
    s->shot[x] = score + gain / 256;
    s->shots_known |= bb_of(x);
}

static inline int32_t shot_score(Scorer *s, Square x) {
    if (!bb_has(s->shots_known, x)) score_shot(s, x);
    return s->shot[x];
}

static inline int view_score(Scorer *s, Square t) {
    if (!bb_has(s->views_known, t)) {
        Vista vista = ground_vista(&s->ground, t, s->ground.blockers);
        s->view[t] = outlook(s, t, s->ground.sight[t + CELL_MARGIN], vista, false, NO_SQUARE);
        s->views_known |= bb_of(t);
    }
    return s->view[t];
}

/* Squares that a shooter of origin `from` sees from `to`. Where shooters block nothing, that is one set for all of them. */
static inline Bitboard shots_of(const Scorer *s, Square from, Square to) {
    Bitboard origin = bb_of(from);
    Bitboard seen = s->board->position.variant->unclaimed_block ? lines_seen(to, s->ground.blockers & ~origin) : s->reach[to];
    return seen & (s->ground.empty | origin);
}

/* What filling another shooter's last seen square brings: it is trapped there and then. */
static int32_t blocking_bonus(const Scorer *s, int moved, Square t) {
    int32_t bonus = 0;
    for (int i = 0; i < s->viewer_count[t]; i++) {
        int j = s->viewers[t][i].shooter;
        if (j != moved && s->seen[j] == bb_of(t)) bonus += change(s, j, outlook(s, s->claims.square[j], 0, 0, true, NO_SQUARE));
    }
    return bonus;
}

/* Where the shooter sees little from its destination, each shot changes what is left of it: that is looked at exactly. */
static Slice *small_slices(Scorer *s, int i, Square to, Bitboard shots, int32_t bonus, Slice *out) {
    Square from = s->claims.square[i];
    Bitboard blockers = s->ground.blockers & ~bb_of(from), empty = s->ground.empty | bb_of(from);
    while (shots) {
        Square x = bb_pop(&shots);
        shot_score(s, x);
        Bitboard left = lines_seen(to, blockers | bb_of(x)) & empty & ~bb_of(x);
        Sight sight = ground_sight(&s->ground, to, blockers | bb_of(x));
        Vista vista = ground_vista(&s->ground, to, blockers | bb_of(x));
        int32_t score = change(s, i, outlook(s, to, sight, vista, left == 0, x)) + bonus;
        *out++ = (Slice){.shots = bb_of(x), .score = score, .from = from, .to = to};
    }
    return out;
}

static Slice *relocation_slices(Scorer *s, int i, Square to, Slice *out) {
    Square from = s->claims.square[i];
    Bitboard shots = shots_of(s, from, to);
    int32_t bonus = blocking_bonus(s, i, to);
    if (bb_count(shots) <= SMALL_VIEW) return small_slices(s, i, to, shots, bonus, out);
    *out++ = (Slice){.shots = shots, .score = change(s, i, view_score(s, to)) + bonus, .from = from, .to = to};
    return out;
}

/* Sorts the squares by S: 64 coarse classes first, which leaves little to do. */
static void rank_shots(Picker *p, Bitboard shots) {
    enum { CLASSES = 64 };
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (Bitboard rest = shots; rest;) {
        int32_t score = p->shot[bb_pop(&rest)];
        if (score < low) low = score;
        if (score > high) high = score;
    }
    int shift = 0;
    while ((high - low) >> shift >= CLASSES) shift++;
    uint8_t start[CLASSES + 1] = {0};
    for (Bitboard rest = shots; rest;) start[((high - p->shot[bb_pop(&rest)]) >> shift) + 1]++;
    for (int k = 1; k <= CLASSES; k++) start[k] = (uint8_t)(start[k] + start[k - 1]);
    for (Bitboard rest = shots; rest;) {
        Square x = bb_pop(&rest);
        p->ranked[start[(high - p->shot[x]) >> shift]++] = x;
    }
    p->ranked_count = bb_count(shots);
    for (int i = 1; i < p->ranked_count; i++) {
        Square x = p->ranked[i];
        int j = i;
        for (; j > 0 && p->shot[p->ranked[j - 1]] < p->shot[x]; j--) p->ranked[j] = p->ranked[j - 1];
        p->ranked[j] = x;
    }
}

/* ---- the heap ---- */

/* Equal scores come in the order of the slices, so that the order never hangs on the heap's history. */
static inline uint64_t heap_key(const Picker *p, int slice) {
    const Slice *s = &p->slices[slice];
    int64_t score = (int64_t)s->score + p->shot[p->ranked[s->rank]] + ((int64_t)1 << 31);
    return (uint64_t)score << 32 | (uint32_t)(MAX_SLICES - slice);
}
static inline int heap_slice(uint64_t key) { return MAX_SLICES - (int)(uint32_t)key; }

static void sift_down(Picker *p, int at) {
    uint64_t key = p->heap[at];
    for (int child; (child = 2 * at + 1) < p->heap_size; at = child) {
        if (child + 1 < p->heap_size && p->heap[child + 1] > p->heap[child]) child++;
        if (p->heap[child] <= key) break;
        p->heap[at] = p->heap[child];
    }
    p->heap[at] = key;
}

/* Goes to the slice's best shot from `rank` on; false when it has none left. */
static inline bool find_shot(const Picker *p, Slice *s, int rank) {
    for (; rank < p->ranked_count; rank++)
        if (bb_has(s->shots, p->ranked[rank])) {
            s->rank = (uint8_t)rank;
            return true;
        }
    return false;
}

static void build_heap(Picker *p, int slices) {
    p->heap_size = slices;
    for (int i = 0; i < slices; i++) {
        find_shot(p, &p->slices[i], 0);
        p->heap[i] = heap_key(p, i);
    }
    for (int i = slices / 2 - 1; i >= 0; i--) sift_down(p, i);
}

static Move pop_best(Picker *p) {
    int slice = heap_slice(p->heap[0]);
    Slice *s = &p->slices[slice];
    Move m = move_turn(s->from, s->to, p->ranked[s->rank]);
    if (find_shot(p, s, s->rank + 1)) p->heap[0] = heap_key(p, slice);
    else p->heap[0] = p->heap[--p->heap_size];
    sift_down(p, 0);
    return m;
}

/* ---- */

static void score_turns(Picker *p) {
    const Board *b = p->board;
    Slice *slices = p->slices;
    Scorer s;
    s.board = b;
    s.mover = b->position.side;
    s.tempo = claims_tempo(colour_other(s.mover));
    s.shots_known = s.views_known = 0;
    ground_compute(&s.ground, b);
    ground_sum(&s.ground);
    claims_estimate(&s.claims, &s.ground, b, colour_other(s.mover));
    set_slopes(&s);
    find_viewers(&s);

    Bitboard standing = 0, shots = 0;
    Slice *out = slices;
    for (int i = 0; i < s.claims.count; i++) standing |= s.seen[i];
    if (!b->position.variant->unclaimed_block)
        for (Bitboard rest = standing; rest;) {
            Square t = bb_pop(&rest);
            s.reach[t] = lines_seen(t, s.ground.blockers);
        }
    for (int i = 0; i < s.claims.count; i++) {
        for (Bitboard rest = s.seen[i]; rest;) out = relocation_slices(&s, i, bb_pop(&rest), out);
    }
    if (standing) *out++ = (Slice){.shots = standing, .from = NO_SQUARE, .to = NO_SQUARE};
    p->scored = true;
    if (out == slices) return; /* nobody can move */
    for (const Slice *slice = slices; slice < out; slice++) shots |= slice->shots;
    for (Bitboard rest = shots; rest;) {
        Square x = bb_pop(&rest);
        p->shot[x] = shot_score(&s, x);
    }
    rank_shots(p, shots);
    build_heap(p, (int)(out - slices));
}

void picker_begin(Picker *p, const Board *b, Slice *slices, uint64_t *heap, Move first) {
    p->board = b;
    p->slices = slices;
    p->heap = heap;
    p->heap_size = 0;
    p->first = first;
    p->first_done = first == MOVE_NONE;
    p->scored = false;
}

Move picker_next(Picker *p) {
    if (!p->first_done) {
        p->first_done = true;
        return p->first;
    }
    if (!p->scored) score_turns(p);
    while (p->heap_size > 0) {
        Move m = pop_best(p);
        if (m != p->first) return m;
    }
    return MOVE_NONE;
}
