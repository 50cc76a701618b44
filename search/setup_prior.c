#include "search/setup_prior.h"

/* By size of the board; fitted to rule sets with setup stones. */
typedef struct {
    int size, base, share; /* cp for Black; part of the search's score in 1/256 */
    int stone[STONE_PLACES];
} Prior;

static const Prior PRIORS[] = {
#define PRIOR(size, base, share, ...) {size, base, share, {__VA_ARGS__}},
#include "search/setup_prior.def"
#undef PRIOR
};

static const Prior *prior_of(const Variant *v) {
    const Prior *prior = PRIORS;
    while (prior->size != v->size) prior++;
    return prior;
}

StonePlace setup_stone_place(const Variant *v, Square s) {
    int file = square_file(s), rank = square_rank(s), last = v->size - 1;
    int x = file < last - file ? file : last - file, y = rank < last - rank ? rank : last - rank;
    if (x == 0 || y == 0) return x == y ? STONE_CORNER : STONE_EDGE;
    return x == 1 && y == 1 ? STONE_BESIDE_CORNER : STONE_INSIDE;
}

int setup_stone_worth(const Variant *v, Square s) { return prior_of(v)->stone[setup_stone_place(v, s)]; }

Score setup_worth(const Position *p, Score s) {
    const Bitboard *stones = p->stones;
    const Variant *v = p->variant;
    if (score_is_proved(s) || bb_count(stones[BLACK]) != 1 || bb_count(stones[WHITE]) != 1) return s;
    const Prior *prior = prior_of(v);
    return score_clamp(prior->base + s * prior->share / 256 + setup_stone_worth(v, bb_first(stones[BLACK])) -
                       setup_stone_worth(v, bb_first(stones[WHITE])));
}
