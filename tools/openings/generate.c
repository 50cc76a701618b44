#include "tools/openings/generate.h"

#include <stdlib.h>
#include <string.h>

#include "kit/crew.h"

enum { OPENING_HASH_MB = 1 };

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

/* ---- judging ---- */

typedef struct {
    const Variant *variant;
    const OpeningFilter *filter;
    uint64_t seed;
    const int *numbers;
    OpeningVerdict *verdicts;
} OpeningJury;

/* The setup that is drawn with a number; false when there is no game from it. *random is what follows for its games. */
static bool draw_opening(const Variant *v, uint64_t seed, int number, uint64_t *random, Position *out) {
    *random = opening_seed(seed, (uint64_t)number);
    return opening_random(v, random, out);
}

static OpeningVerdict judge_opening(const OpeningFilter *f, Search *s, const Position *p, uint64_t seed) {
    if (f->search_nodes) {
        Score off = opening_worth(s, p, f->search_nodes) - f->centre;
        if (off > f->bound || off < -f->bound) return OPENING_LOPSIDED_BY_SEARCH;
    }
    int won = 0;
    for (int g = 0; g < f->games; g++) won += opening_black_wins(s, p, f->game_nodes, opening_seed(seed, (uint64_t)g));
    return f->games && (won < f->least || won > f->most) ? OPENING_LOPSIDED_BY_GAMES : OPENING_PASSED;
}

static void judge_drawn(void *context, Search *s, int i) {
    OpeningJury *j = context;
    Position p;
    uint64_t random;
    j->verdicts[i] = draw_opening(j->variant, j->seed, j->numbers[i], &random, &p) ? judge_opening(j->filter, s, &p, random)
                                                                                   : OPENING_UNPLAYABLE;
}

bool openings_judge(const Variant *v, const OpeningFilter *filter, uint64_t seed, const int *numbers, int count, int threads,
                    OpeningVerdict *verdicts) {
    OpeningJury jury = {v, filter, seed, numbers, verdicts};
    return crew_run(threads, OPENING_HASH_MB, count, judge_drawn, &jury);
}

/* ---- taking ---- */

/* What was taken so far. */
typedef struct {
    Position *openings;
    uint64_t *keys; /* of the canonical forms */
    int count;
    OpeningTally *tally;
} Taken;

static bool is_untaken(const Taken *t, uint64_t key) {
    for (int i = 0; i < t->count; i++)
        if (t->keys[i] == key) return false;
    return true;
}

static void take_or_leave(Taken *t, const Position *p, OpeningVerdict verdict) {
    t->tally->drawn++;
    t->tally->unplayable += verdict == OPENING_UNPLAYABLE;
    t->tally->lopsided_by_search += verdict == OPENING_LOPSIDED_BY_SEARCH;
    t->tally->lopsided_by_games += verdict == OPENING_LOPSIDED_BY_GAMES;
    if (verdict != OPENING_PASSED) return;
    uint64_t key = opening_canonical(p).key;
    if (!is_untaken(t, key)) {
        t->tally->equal++;
        return;
    }
    t->keys[t->count] = key;
    t->openings[t->count++] = *p;
}

int openings_take(const Variant *v, uint64_t seed, int count, Position *out, OpeningTally *tally,
                  bool (*verdict_of)(void *context, int number, int taken, OpeningVerdict *out), void *context) {
    *tally = (OpeningTally){0};
    Taken t = {.openings = out, .keys = calloc((size_t)count, sizeof *t.keys), .tally = tally};
    OpeningVerdict verdict;
    for (int number = 0; t.keys && t.count < count; number++) {
        if (number % OPENING_BATCH == 0 && number / OPENING_MOST_DRAWN > t.count) break;
        if (!verdict_of(context, number, t.count, &verdict)) break;
        Position p;
        uint64_t random;
        draw_opening(v, seed, number, &random, &p);
        take_or_leave(&t, &p, verdict);
    }
    free(t.keys);
    return t.count;
}

/* ---- both at once ---- */

/* Openings are judged a batch at a time by all threads, and taken in the order in which they were drawn, whatever the threads do. */
typedef struct {
    const Variant *variant;
    const OpeningFilter *filter;
    uint64_t seed;
    int threads;
    void (*progress)(int found, int drawn);
    OpeningVerdict verdicts[OPENING_BATCH];
} OpeningBatches;

static bool judge_next(void *context, int number, int taken, OpeningVerdict *out) {
    OpeningBatches *b = context;
    if (number % OPENING_BATCH == 0) {
        int numbers[OPENING_BATCH];
        for (int i = 0; i < OPENING_BATCH; i++) numbers[i] = number + i;
        if (b->progress && number) b->progress(taken, number);
        if (!openings_judge(b->variant, b->filter, b->seed, numbers, OPENING_BATCH, b->threads, b->verdicts)) return false;
    }
    *out = b->verdicts[number % OPENING_BATCH];
    return true;
}

bool openings_generate(const Variant *v, const OpeningFilter *filter, uint64_t seed, int count, int threads, Position *out,
                       OpeningTally *tally, void (*progress)(int found, int drawn)) {
    OpeningBatches b = {.variant = v, .filter = filter, .seed = seed, .threads = threads, .progress = progress};
    int taken = openings_take(v, seed, count, out, tally, judge_next, &b);
    if (progress && taken == count) progress(taken, tally->drawn);
    return taken == count;
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
