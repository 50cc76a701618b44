/* Choosing openings, and measuring how even they are. */
#ifndef CIERZO_TOOLS_OPENINGS_GENERATE_H
#define CIERZO_TOOLS_OPENINGS_GENERATE_H

#include "tools/openings/opening.h"

/* What an opening must pass. */
typedef struct {
    int64_t search_nodes; /* 0: not searched */
    Score centre, bound;  /* |worth - centre| <= bound, in cp for Black */
    int games;            /* 0: not played */
    int64_t game_nodes;   /* a turn */
    int least, most;      /* of these games for Black */
} OpeningFilter;

/* What the shipped openings of a rule set were made with: a search alone. Games as fast as can be afforded for so many openings say
 * nothing about stronger ones (openings/README.md). */
enum { OPENING_NODES = 1000 };
OpeningFilter opening_filter_of(const Variant *v);

typedef struct {
    int drawn, unplayable, equal, lopsided_by_search, lopsided_by_games; /* `drawn` counts all, those taken too */
} OpeningTally;

/* Setups are drawn by number, from 0, each from its number and the seed alone, and judged one by one. */
typedef enum { OPENING_PASSED, OPENING_UNPLAYABLE, OPENING_LOPSIDED_BY_SEARCH, OPENING_LOPSIDED_BY_GAMES } OpeningVerdict;
enum { OPENING_BATCH = 64, OPENING_MOST_DRAWN = 1000 /* for one that passes, or there are hardly any */ };

/* The verdicts of the setups with these numbers; false when memory or threads are short. */
bool openings_judge(const Variant *v, const OpeningFilter *filter, uint64_t seed, const int *numbers, int count, int threads,
                    OpeningVerdict *verdicts);

/* Takes the first `count` that passed and are different, into `out`, and returns how many it found. `verdict_of` is asked for one number
 * after the other, told how many were taken so far, and ends it by false; so does that hardly any passes. */
int openings_take(const Variant *v, uint64_t seed, int count, Position *out, OpeningTally *tally,
                  bool (*verdict_of)(void *context, int number, int taken, OpeningVerdict *out), void *context);

/* `count` different openings that pass, in `out`. They depend on the rule set, the filter and the seed alone, and the first of them not on
 * the count. `progress`, if not NULL, is told now and then how many there are. False when memory or threads are short, or when hardly any
 * setup passes. */
bool openings_generate(const Variant *v, const OpeningFilter *filter, uint64_t seed, int count, int threads, Position *out,
                       OpeningTally *tally, void (*progress)(int found, int drawn));

/* Plays `games` games of each opening, as the seed says; wins[i]: bit g is set when Black won game g of opening i. At most 64 games. */
bool openings_play(const Position *openings, int count, int games, int64_t nodes, uint64_t seed, int threads,
                   uint64_t *wins);

/* The same for the `count` openings with these indices; `done` is told of each, from any thread. */
bool openings_play_part(const Position *openings, const int *indices, int count, int games, int64_t nodes, uint64_t seed,
                        int threads, void (*done)(void *context, int index, uint64_t wins), void *context);

#endif
