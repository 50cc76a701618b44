#include "search/limits.h"

#include <assert.h>

#include "engine/clamp.h"
#include "engine/clock.h"
#include "engine/movegen.h"
#include "search/levels.h"

SearchLimits search_limits_none(void) {
    return (SearchLimits){
        .depth = LIMIT_NONE,
        .nodes = LIMIT_NONE,
        .movetime = LIMIT_NONE,
        .clock = LIMIT_NONE,
        .increment = LIMIT_NONE,
        .movestogo = LIMIT_NONE,
        .mate = LIMIT_NONE,
        .elo = LIMIT_NONE,
        .multipv = 1,
        .received = clock_now_ms(),
    };
}

/* A limit that is given, within these bounds. */
static int64_t limit_within(int64_t limit, int64_t least, int64_t most) {
    return limit == LIMIT_NONE ? LIMIT_NONE : clamp(limit, least, most);
}

/* A level looks at so many positions at most, whatever else is asked. */
static int64_t nodes_of_level(const SearchLimits *l, const Position *p) {
    Level level = level_of((int)l->elo);
    int64_t most = level_nodes(&level, p);
    return l->nodes == LIMIT_NONE || l->nodes > most ? most : l->nodes;
}

SearchLimits limits_settle(const SearchLimits *asked, const Position *p) {
    assert(asked->root_move_count <= (position_in_setup(p) ? MAX_ROOT_SETUPS : MAX_TURNS));
    SearchLimits l = *asked;
    if (l.infinite) l.depth = l.nodes = l.movetime = l.clock = l.mate = LIMIT_NONE;
    l.depth = limit_within(l.depth, 1, MAX_DEPTH);
    l.nodes = limit_within(l.nodes, 1, INT64_MAX);
    l.mate = limit_within(l.mate, 1, MAX_PLY / 2);
    l.movetime = limit_within(l.movetime, 0, LIMITS_MOST_MS);
    l.clock = limit_within(l.clock, 0, LIMITS_MOST_MS);
    l.movestogo = limit_within(l.movestogo, 1, INT64_MAX);
    l.elo = limit_within(l.elo, LEVEL_LEAST, LEVEL_MOST);
    l.increment = clamp(l.increment, 0, LIMITS_MOST_MS);
    l.move_overhead = clamp(l.move_overhead, 0, LIMITS_MOST_MS);
    l.multipv = (int)clamp(l.multipv, 1, MAX_MULTIPV);
    if (l.elo != LIMIT_NONE) l.nodes = nodes_of_level(&l, p);
    if (!l.root_move_count) l.root_moves = NULL;
    return l;
}
