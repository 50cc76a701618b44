#include "tools/openings/generate.h"

#include <stdlib.h>
#include <string.h>

#include "kit/crew.h"

/* Openings are judged a batch at a time by all threads, and taken in the order in which they were drawn, whatever the threads do. */
enum { OPENING_BATCH = 64, OPENING_HASH_MB = 1, MOST_DRAWN_FOR_ONE = 1000 };

typedef enum { PASSED, UNPLAYABLE, LOPSIDED_BY_SEARCH, LOPSIDED_BY_GAMES } OpeningVerdict;

typedef struct {
    const Variant *variant;
    const OpeningFilter *filter;
    uint64_t seed;
    int first; /* number of the batch's first opening */
    Position openings[OPENING_BATCH];
    OpeningVerdict verdicts[OPENING_BATCH];
} OpeningBatch;

static const struct {
    const char *variant;
    Score centre, bound;
} CENTRES[] = {
#define CENTRE(variant, centre, bound) {variant, centre, bound},
#include "tools/openings/openings.def"
#undef CENTRE
};

OpeningFilter opening_filter_of(const Variant *v) {
    int i = 0;
    while (strcmp(CENTRES[i].variant, v->name)) i++;
    return (OpeningFilter){.search_nodes = OPENING_NODES, .centre = CENTRES[i].centre, .bound = CENTRES[i].bound};
}

static OpeningVerdict judge_opening(const OpeningFilter *f, Search *s, const Position *p, uint64_t seed) {
    if (f->search_nodes) {
        Score off = opening_worth(s, p, f->search_nodes) - f->centre;
        if (off > f->bound || off < -f->bound) return LOPSIDED_BY_SEARCH;
    }
    int won = 0;
    for (int g = 0; g < f->games; g++) won += opening_black_wins(s, p, f->game_nodes, opening_seed(seed, (uint64_t)g));
    return f->games && (won < f->least || won > f->most) ? LOPSIDED_BY_GAMES : PASSED;
}

static void judge_drawn(void *context, Search *s, int i) {
    OpeningBatch *b = context;
    uint64_t random = opening_seed(b->seed, (uint64_t)(b->first + i));
    b->verdicts[i] = opening_random(b->variant, &random, &b->openings[i])
                         ? judge_opening(b->filter, s, &b->openings[i], random)
                         : UNPLAYABLE;
}

/* What was taken so far. */
typedef struct {
    Position *openings;
    uint64_t *keys; /* of the canonical forms */
    int count;
    OpeningTally tally;
} Taken;

static bool is_untaken(const Taken *t, uint64_t key) {
    for (int i = 0; i < t->count; i++)
        if (t->keys[i] == key) return false;
    return true;
}

static void take_or_leave(Taken *t, const Position *p, OpeningVerdict verdict) {
    t->tally.drawn++;
    t->tally.unplayable += verdict == UNPLAYABLE;
    t->tally.lopsided_by_search += verdict == LOPSIDED_BY_SEARCH;
    t->tally.lopsided_by_games += verdict == LOPSIDED_BY_GAMES;
    if (verdict != PASSED) return;
    uint64_t key = opening_canonical(p).key;
    if (!is_untaken(t, key)) {
        t->tally.equal++;
        return;
    }
    t->keys[t->count] = key;
    t->openings[t->count++] = *p;
}

static bool draw_until(OpeningBatch *b, Taken *t, int count, int threads, void (*progress)(int found, int drawn)) {
    while (t->count < count) {
        if (b->first / MOST_DRAWN_FOR_ONE > t->count) return false;
        if (!crew_run(threads, OPENING_HASH_MB, OPENING_BATCH, judge_drawn, b)) return false;
        for (int i = 0; i < OPENING_BATCH && t->count < count; i++) take_or_leave(t, &b->openings[i], b->verdicts[i]);
        b->first += OPENING_BATCH;
        if (progress) progress(t->count, t->tally.drawn);
    }
    return true;
}

bool openings_generate(const Variant *v, const OpeningFilter *filter, uint64_t seed, int count, int threads, Position *out,
                       OpeningTally *tally, void (*progress)(int found, int drawn)) {
    OpeningBatch b = {.variant = v, .filter = filter, .seed = seed};
    Taken t = {.openings = out, .keys = calloc((size_t)count, sizeof *t.keys)};
    bool filled = t.keys && draw_until(&b, &t, count, threads, progress);
    *tally = t.tally;
    free(t.keys);
    return filled;
}

/* ---- measuring ---- */

typedef struct {
    const Position *openings;
    const int *indices; /* NULL: all from 0 */
    int games;
    int64_t nodes;
    uint64_t seed;
    void (*done)(void *context, int index, uint64_t wins);
    void *context;
} GamesOfOpenings;

static void play_one(void *context, Search *s, int job) {
    GamesOfOpenings *m = context;
    int i = m->indices ? m->indices[job] : job;
    uint64_t wins = 0;
    for (int g = 0; g < m->games; g++)
        if (opening_black_wins(s, &m->openings[i], m->nodes, opening_seed(m->seed, (uint64_t)(i * m->games + g))))
            wins |= (uint64_t)1 << g;
    m->done(m->context, i, wins);
}

bool openings_play_part(const Position *openings, const int *indices, int count, int games, int64_t nodes, uint64_t seed,
                        int threads, void (*done)(void *context, int index, uint64_t wins), void *context) {
    GamesOfOpenings m = {openings, indices, games, nodes, seed, done, context};
    return crew_run(threads, OPENING_HASH_MB, count, play_one, &m);
}

static void keep_wins(void *wins, int index, uint64_t won) { ((uint64_t *)wins)[index] = won; }

bool openings_play(const Position *openings, int count, int games, int64_t nodes, uint64_t seed, int threads,
                   uint64_t *wins) {
    return openings_play_part(openings, NULL, count, games, nodes, seed, threads, keep_wins, wins);
}
