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
