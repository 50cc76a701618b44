/* What an engine may use for a turn, and the clock that holds it to that. All times in milliseconds. */
#ifndef CIERZO_TOOLS_MATCH_TIMING_H
#define CIERZO_TOOLS_MATCH_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/client.h"

/* Limits hold together; every engine has at least one of clock, movetime, nodes and depth. */
typedef struct {
    bool clock;
    int64_t base, increment;
    int moves;        /* turns until `base` is added again; 0: never */
    int64_t movetime; /* 0: none, as below */
    int64_t nodes;
    int depth;
    int64_t margin;  /* how much later than allowed an answer may come */
    int64_t maximum; /* for a turn without a clock or movetime; 0: no limit */
} Timing;

typedef struct {
    int64_t left;
    int moves_to_go; /* 0: the whole game */
} PlayerClock;

/* `[MOVES/]TIME[+INCREMENT]`, times in seconds, TIME also as MINUTES:SECONDS; `inf` for no clock. False, and nothing changed, for others. */
bool timing_parse_clock(const char *text, Timing *t);
/* Seconds of at most `most`, in milliseconds; false for others. */
bool timing_parse_seconds(const char *text, double most, int64_t *ms);
bool timing_is_set(const Timing *t);
/* As tags give it: `40/10+0.1`, `st=0.5`, `nodes=1000`. Returns `out`. */
const char *timing_text(const Timing *t, char *out, size_t size);

/* Reads what timing_text writes; what it does not know is left aside. */
void timing_read_text(const char *text, Timing *t);

PlayerClock player_clock_start(const Timing *t);
/* How long the turn may take, without the margin. */
int64_t player_clock_limit(const PlayerClock *c, const Timing *t);
/* Charges a turn that took `elapsed`. False when that was later than the limit and the margin allow. */
bool player_clock_spend(PlayerClock *c, const Timing *t, int64_t elapsed);

/* The arguments of `go`. The players are in the order first and second; `mover` is who is to move and `white` who plays White. */
void timing_go(const PlayerClock clocks[2], const Timing *const timings[2], int mover, int white, ClientDialect dialect,
               char *out, size_t size);

#endif
