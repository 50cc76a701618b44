/* What a search is asked and what it answers. The search prints nothing: it reports to a listener. */
#ifndef CIERZO_SEARCH_CONTRACT_H
#define CIERZO_SEARCH_CONTRACT_H

#include <stddef.h>

#include "engine/play.h"
#include "eval/score.h"

enum { MAX_DEPTH = 120, MAX_PV = 128, MAX_THREADS = 256, MAX_MULTIPV = 256, MAX_HASH_MB = 131072, LIMIT_NONE = -1 };

/* A setup search compares no more setups than it could report as lines. */
enum { MAX_ROOT_SETUPS = MAX_MULTIPV };

/* Every limit given is obeyed; the first one reached ends the search. LIMIT_NONE in a field: no such limit.
 * Values below the least that makes sense mean the least: answer at once, with a legal move. */
typedef struct {
    int64_t depth;
    int64_t nodes;
    int64_t movetime;  /* ms */
    int64_t clock;     /* ms left to the side to move */
    int64_t increment; /* ms; used with clock */
    int64_t movestogo; /* used with clock */
    int64_t mate;      /* own turns: end when a win within so many is proved or refuted */
    int64_t elo;   /* play as a level of this strength (levels.h): limits below it hold as well; LIMIT_NONE: full strength */
    bool infinite; /* no other limit counts, and no result before search_stop unless there is no legal turn */
    bool ponder;   /* limits count from search_ponderhit on, and no result before it or search_stop */
    int multipv;
    int64_t move_overhead;  /* ms kept back from movetime and clock */
    int64_t received;       /* clock_now_ms() when the command was read: the clock runs from there */
    const Move *root_moves; /* only these are considered; legal, each once; copied by search_start. NULL: all legal ones */
    size_t root_move_count; /* in a setup at most MAX_ROOT_SETUPS */
} SearchLimits;

/* No limit at all, multipv 1, no overhead, received now. */
SearchLimits search_limits_none(void);

typedef enum { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } ScoreBound;

typedef struct {
    int depth, seldepth;
    int multipv; /* line number from 1 */
    Score score; /* the search's own, without the promise (score_promised) */
    ScoreBound bound;
    bool finished; /* all of that depth was searched; false: the search was broken off within it */
    uint64_t nodes, nps;
    int hashfull;   /* per mille */
    int64_t time;   /* ms since `received` */
    const Move *pv; /* legal in turn; lives until the callback returns */
    int pv_length;
} SearchInfo;

/* Called from a search thread, one at a time: any number of info, then exactly one done. best is MOVE_NONE when there is no legal
 * turn; ponder is MOVE_NONE when there is no expected reply. Before done, at least one info is sent unless best is MOVE_NONE. */
typedef struct {
    void (*info)(void *context, const SearchInfo *info);
    void (*done)(void *context, Move best, Move ponder);
    void *context;
} SearchListener;

#endif
