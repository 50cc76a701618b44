#include "search/picker.h"

#include "engine/lines.h"
#include "eval/claims.h"

/* Change of the mover's score, in 1/16 cp for one part of CLAIM_ONE, is slope * change >> SLOPE_SHIFT. */
enum { SLOPE_SHIFT = 15, SMALL_VIEW = 6 };

typedef struct {
    const Board *board;
    Bitboard blockers, empty;
    Colour mover;
    Ground ground;
    Claims claims;
    int64_t slope[MAX_SHOOTERS]; /* by shooter: change of the mover's score, 1/16 cp, for a claim gained in full */
    int tempo;
    /* Filled as they are needed: */
    Bitboard shots_known, views_known;
    int32_t shot[SQUARES];  /* S */
    Bitboard near[SQUARES]; /* squares beside the stone's group, */
    uint8_t size[SQUARES];  /* and its size */
    int32_t view[SQUARES];  /* probability that Black claims a shooter standing there, parts of CLAIM_ONE */
} Scorer;

static inline int32_t change(const Scorer *s, int shooter, int from, int to) {
    return (int32_t)(s->slope[shooter] * (to - from) >> SLOPE_SHIFT);
}

/* d(score)/d(p) = (400 / ln 10) / (P (1 - P)) * dP/dp, in 1/16 cp. P is kept off 0 and 1, where the order would hang on noise. */
static void set_slopes(Scorer *s) {
    const Position *p = &s->board->position;
    uint64_t slopes[MAX_SHOOTERS];
    Odds odds = claims_odds(&s->claims, p);
    int need = variant_majority(p->variant);
    shooters_slopes(s->claims.black, s->claims.count, p->claims[BLACK], need, slopes);
    int64_t black = (int64_t)(odds.black >> (MAJORITY_BITS - 20)), white = (int64_t)(odds.white >> (MAJORITY_BITS - 20));
    int64_t spread = (black + 64) * (white + 64) >> 20; /* P (1 - P) in 2^20 */
    if (spread < 64) spread = 64;
    for (int i = 0; i < s->claims.count; i++) {
        int64_t steep = (int64_t)(slopes[i] >> (MAJORITY_BITS - 20)) * (2779 /* 16 * 400 / ln 10 */) / spread;
        if (steep > 1 << 20) steep = 1 << 20;
        s->slope[i] = s->mover == BLACK ? steep : -steep;
    }
}

/* The ground with a stone of the mover on `x`; notes the stone's group. */
static void ground_with(Scorer *s, Square x, Ground *out) {
    const Groups *g = &s->board->groups;
    Bitboard members = bb_of(x), touching = bb_beside(members) & s->board->position.stones[s->mover];
    int size = 1;
    while (touching) {
        Square root = g->root[bb_first(touching)];
        members |= g->members[root];
        touching &= ~g->members[root];
        size += g->size[root];
    }
    s->near[x] = bb_beside(members);
    s->size[x] = (uint8_t)size;
    *out = s->ground;
    out->empty &= ~bb_of(x);
    for (int t = 0; t < GROUP_TIERS && GROUP_TIER_SIZE[t] <= size; t++) out->beside[s->mover][t] |= s->near[x];
    ground_finish(out);
}

/* Who claims a shooter trapped on `at` by a stone on `x` (NO_SQUARE: by no stone), as a probability for Black. */
static int trapped_there(const Scorer *s, Square at, Square x) {
    int largest[2];
    for (Colour c = BLACK; c <= WHITE; c++) largest[c] = groups_beside(&s->board->groups, &s->board->position, at, c);
    if (x != NO_SQUARE && bb_has(s->near[x], at) && s->size[x] > largest[s->mover]) largest[s->mover] = s->size[x];
    Colour c = largest[BLACK] > largest[WHITE]   ? BLACK
               : largest[WHITE] > largest[BLACK] ? WHITE
                                                 : colour_other(s->mover);
    return c == BLACK ? CLAIM_ONE : 0;
}

/* Probability for Black of a shooter on `at` that sees `seen` after a stone on `x`. */
static int view_from(const Scorer *s, const Ground *g, Square at, Bitboard seen, Square x) {
    if (!seen) return trapped_there(s, at, x);
    Features f;
    shooter_features(g, s->board, at, seen, s->tempo, &f);
    return shooter_probability(features_log_odds(&f));
}

/* S[x]: the estimates of all shooters that the stone concerns, once more. */
static void score_shot(Scorer *s, Square x) {
    Ground ground;
    Bitboard stone = bb_of(x);
    ground_with(s, x, &ground);
    int32_t score = 0;
    for (int i = 0; i < s->claims.count; i++) {
        Square at = s->claims.square[i];
        Bitboard seen = s->claims.seen[i];
        if (at == x) continue; /* it has left: R has the rest */
        bool hit = (seen & stone) != 0;
        if (!hit && !(s->near[x] & (seen | bb_of(at)))) continue;
        if (hit) seen = lines_seen(at, s->blockers | stone) & ground.empty;
        score += change(s, i, s->claims.black[i], view_from(s, &ground, at, seen, x));
    }
    s->shot[x] = score;
    s->shots_known |= stone;
}

static inline int32_t shot_score(Scorer *s, Square x) {
    if (!bb_has(s->shots_known, x)) score_shot(s, x);
    return s->shot[x];
}

static int view_score(Scorer *s, Square t, Bitboard seen) {
    if (!bb_has(s->views_known, t)) {
        s->view[t] = view_from(s, &s->ground, t, seen, NO_SQUARE);
        s->views_known |= bb_of(t);
    }
    return s->view[t];
}

static inline uint64_t entry(int32_t score, Square from, Square to, Square shot) {
    return (uint64_t)((int64_t)score + ((int64_t)1 << 31)) << 32 | (uint32_t)from << 14 | (uint32_t)to << 7 | shot;
}

/* What another shooter's last seen square being occupied brings: it is trapped there and then. */
static int32_t blocking_bonus(const Scorer *s, int mover, Square t) {
    int32_t bonus = 0;
    for (int j = 0; j < s->claims.count; j++)
        if (j != mover && s->claims.seen[j] == bb_of(t))
            bonus += change(s, j, s->claims.black[j], trapped_there(s, s->claims.square[j], NO_SQUARE));
    return bonus;
}

/* All shots of one relocation. Where the shooter sees little, each shot changes what is left of it: that is looked at exactly. */
static uint64_t *score_slice(Scorer *s, int i, Square to, uint64_t *out) {
    Square from = s->claims.square[i];
    Bitboard origin = bb_of(from), blockers = s->blockers & ~origin;
    Bitboard shots = lines_seen(to, blockers) & (s->empty | origin);
    int32_t bonus = blocking_bonus(s, i, to);
    bool small = bb_count(shots) <= SMALL_VIEW;
    int32_t moved = small ? 0 : change(s, i, s->claims.black[i], view_score(s, to, shots)) + bonus;
    while (shots) {
        Square x = bb_pop(&shots);
        int32_t placed = shot_score(s, x);
        if (small) {
            Bitboard left = lines_seen(to, blockers | bb_of(x)) & ((s->empty | origin) & ~bb_of(x));
            moved = change(s, i, s->claims.black[i], view_from(s, &s->ground, to, left, x)) + bonus;
        }
        *out++ = entry(placed + moved, from, to, x);
    }
    return out;
}

void picker_begin(Picker *p, const Board *b, uint64_t *entries, Move first) {
    const Position *pos = &b->position;
    Scorer s;
    s.board = b;
    s.blockers = position_blockers(pos);
    s.empty = position_empty(pos);
    s.mover = pos->side;
    s.shots_known = s.views_known = 0;
    s.tempo = claims_tempo(colour_other(s.mover));
    ground_compute(&s.ground, b);
    claims_estimate(&s.ground, b, colour_other(s.mover), &s.claims);
    set_slopes(&s);
    Bitboard standing = 0;
    uint64_t *out = entries;
    for (int i = 0; i < s.claims.count; i++) {
        standing |= s.claims.seen[i];
        for (Bitboard rest = s.claims.seen[i]; rest;) out = score_slice(&s, i, bb_pop(&rest), out);
    }
    while (standing) {
        Square x = bb_pop(&standing);
        *out++ = entry(shot_score(&s, x), NO_SQUARE, NO_SQUARE, x);
    }
    *p = (Picker){.entries = entries, .count = (int)(out - entries), .first = first};
}

static void insertion_sort(uint64_t *e, int n) {
    for (int i = 1; i < n; i++) {
        uint64_t x = e[i];
        int j = i;
        for (; j > 0 && e[j - 1] < x; j--) e[j] = e[j - 1];
        e[j] = x;
    }
}

/* Brings the `want` largest of n entries to the front, in no order (quickselect with the middle of three as pivot). */
static void select_largest(uint64_t *e, int n, int want) {
    int low = 0, high = n - 1;
    while (low < high) {
        uint64_t a = e[low], b = e[(low + high) / 2], c = e[high];
        uint64_t pivot = a > b ? (b > c ? b : a > c ? c : a) : (a > c ? a : b > c ? c : b);
        int i = low, j = high;
        while (i <= j) {
            while (e[i] > pivot) i++;
            while (e[j] < pivot) j--;
            if (i <= j) {
                uint64_t t = e[i];
                e[i++] = e[j];
                e[j--] = t;
            }
        }
        if (want - 1 <= j) high = j;
        else if (want - 1 >= i) low = i;
        else return;
    }
}

/* Most nodes need a handful of moves, few need them all: sort a block at a time. */
static void sort_block(Picker *p) {
    enum { BLOCK = 24 };
    int n = p->count - p->sorted, want = n < BLOCK ? n : BLOCK;
    if (want < n) select_largest(p->entries + p->sorted, n, want);
    insertion_sort(p->entries + p->sorted, want);
    p->sorted += want;
}

Move picker_next(Picker *p) {
    if (p->first != MOVE_NONE && !p->first_done) {
        p->first_done = true;
        return p->first;
    }
    while (p->next < p->count) {
        if (p->next == p->sorted) sort_block(p);
        Move m = move_unpack((uint32_t)p->entries[p->next++] & MOVE_TURN_MASK);
        if (m != p->first) return m;
    }
    return MOVE_NONE;
}
