#include "search/picker.h"

/* What the turns are ordered by. */
static void rate(Picker *p, int slices) {
    const History *h = p->history;
    const Colour mover = p->board->position.side;
    for (Bitboard rest = p->order.shots; rest;) {
        Square x = bb_pop(&rest);
        p->rated[x] = p->order.shot[x] + (h ? h->shot[mover][x] : 0);
    }
    for (int i = 0; i < slices; i++) {
        Slice *s = &p->slices[i];
        s->rated = s->score + (h && s->to != NO_SQUARE ? h->relocation[mover][s->from][s->to] : 0);
    }
}

/* Sorts the squares by that: 64 coarse classes first, which leaves little to do. */
static void rank_shots(Picker *p) {
    enum { CLASSES = 64 };
    const Bitboard shots = p->order.shots;
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (Bitboard rest = shots; rest;) {
        int32_t score = p->rated[bb_pop(&rest)];
        if (score < low) low = score;
        if (score > high) high = score;
    }
    int shift = 0;
    while ((high - low) >> shift >= CLASSES) shift++;
    uint8_t start[CLASSES + 1] = {0};
    for (Bitboard rest = shots; rest;) start[((high - p->rated[bb_pop(&rest)]) >> shift) + 1]++;
    for (int k = 1; k <= CLASSES; k++) start[k] = (uint8_t)(start[k] + start[k - 1]);
    for (Bitboard rest = shots; rest;) {
        Square x = bb_pop(&rest);
        p->ranked[start[(high - p->rated[x]) >> shift]++] = x;
    }
    p->ranked_count = bb_count(shots);
    for (int i = 1; i < p->ranked_count; i++) {
        Square x = p->ranked[i];
        int j = i;
        for (; j > 0 && p->rated[p->ranked[j - 1]] < p->rated[x]; j--) p->ranked[j] = p->ranked[j - 1];
        p->ranked[j] = x;
    }
}

/* ---- the heap ---- */

static const int64_t HEAP_ZERO = (int64_t)1 << 31;

/* Equal scores come in the order of the slices, so that the order never hangs on the heap's history. */
static inline uint64_t heap_key(const Picker *p, int slice) {
    const Slice *s = &p->slices[slice];
    int64_t score = (int64_t)s->rated + p->rated[p->ranked[s->rank]] + HEAP_ZERO;
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

static Score estimate_of(const Picker *p, const Slice *s) {
    int64_t score = (int64_t)s->score + p->order.shot[p->ranked[s->rank]]; /* in 1/16 */
    int64_t estimate = (16 * (int64_t)p->order.stand + score) * p->order.sharpness / (16 * 256);
    return score_clamp(estimate);
}

static Move pop_best(Picker *p) {
    int slice = heap_slice(p->heap[0]);
    Slice *s = &p->slices[slice];
    p->estimate = estimate_of(p, s);
    Move m = move_turn(s->from, s->to, p->ranked[s->rank]);
    if (find_shot(p, s, s->rank + 1)) p->heap[0] = heap_key(p, slice);
    else p->heap[0] = p->heap[--p->heap_size];
    sift_down(p, 0);
    return m;
}

static void score_turns(Picker *p) {
    int slices = order_score(p->board, p->slices, &p->order);
    p->scored = true;
    if (!slices) return; /* nobody can move */
    rate(p, slices);
    rank_shots(p);
    build_heap(p, slices);
}

void picker_begin(Picker *p, const Board *b, Slice *slices, uint64_t *heap, const Move *firsts, int first_count) {
    p->board = b;
    p->history = NULL;
    p->slices = slices;
    p->heap = heap;
    p->heap_size = 0;
    p->scored = false;
    p->estimate = SCORE_INFINITE;
    for (int i = 0; i < first_count; i++) p->firsts[i] = firsts[i];
    p->first_count = first_count;
    p->first_next = 0;
}

void picker_use_history(Picker *p, const History *h) { p->history = h; }

static bool is_first(const Picker *p, Move m) {
    for (int i = 0; i < p->first_count; i++)
        if (p->firsts[i] == m) return true;
    return false;
}

Move picker_next(Picker *p) {
    if (p->first_next < p->first_count) return p->firsts[p->first_next++];
    if (!p->scored) score_turns(p);
    while (p->heap_size > 0) {
        Move m = pop_best(p);
        if (!is_first(p, m)) return m;
    }
    return MOVE_NONE;
}
