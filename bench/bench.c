#include "bench/bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/clock.h"
#include "engine/notation.h"
#include "search/search.h"

static const struct {
    const char *variant, *position;
} POSITIONS[] = {
#define POSITION(variant, position) {variant, position},
#include "bench/positions.def"
#undef POSITION
};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

/* In a setup turn a unit of depth is a round over many placements, each searched several plies deep. */
enum { SETUP_DEPTH = 2 };

typedef struct {
    SearchInfo last;
    Move best;
} Outcome;

static void keep_info(void *context, const SearchInfo *info) { ((Outcome *)context)->last = *info; }
static void keep_best(void *context, Move best, Move ponder) {
    (void)ponder;
    ((Outcome *)context)->best = best;
}

static uint64_t per_second(uint64_t nodes, int64_t ms) { return nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1); }

/* Waits for the search, stopping it when told to. */
static void wait_for(Search *s, const atomic_bool *stop) {
    while (stop && search_running(s)) {
        if (atomic_load(stop)) search_stop(s);
        search_wait_ms(s, 10);
    }
    search_wait(s);
}

static Outcome run_position(Search *s, int index, int depth, const atomic_bool *stop) {
    Outcome outcome = {.best = MOVE_NONE};
    Position p;
    if (position_parse(variant_find(POSITIONS[index].variant), POSITIONS[index].position, &p)) return outcome;
    search_clear(s);
    search_wait(s);
    SearchLimits limits = search_limits_none();
    limits.depth = position_in_setup(&p) && depth > SETUP_DEPTH ? SETUP_DEPTH : depth;
    search_start(s, &p, &limits, &(SearchListener){keep_info, keep_best, &outcome});
    wait_for(s, stop);
    return outcome;
}

uint64_t bench_run(int depth, int threads, size_t hash_mb, void (*print)(void *context, const char *line), void *context,
                   const atomic_bool *stop) {
    char line[512], best[MOVE_TEXT_SIZE];
    Search *s = search_create(hash_mb);
    if (!s || !search_set_threads(s, threads)) {
        search_destroy(s);
        print(context, "info string error: bench: not enough memory");
        return 0;
    }
    uint64_t nodes = 0;
    int64_t began = clock_now_ms();
    for (int i = 0; i < POSITION_COUNT && !(stop && atomic_load(stop)); i++) {
        Outcome o = run_position(s, i, depth, stop);
        nodes += o.last.nodes;
        move_text(o.best, best, sizeof best);
        snprintf(line, sizeof line,
                 "position %2d of %d  %-12s depth %d  nodes %8" PRIu64 "  time %5" PRId64 "  nps %7" PRIu64 "  %s", i + 1,
                 POSITION_COUNT, POSITIONS[i].variant, o.last.depth, o.last.nodes, o.last.time, o.last.nps, best);
        print(context, line);
    }
    int64_t time = clock_since_ms(began);
    search_destroy(s);
    if (stop && atomic_load(stop)) return nodes;
    snprintf(line, sizeof line, "total: positions %d  depth %d  threads %d  hash %zu MB  time %" PRId64 " ms",
             POSITION_COUNT, depth, threads, hash_mb, time);
    print(context, line);
    snprintf(line, sizeof line, "%" PRIu64 " nodes %" PRIu64 " nps", nodes, per_second(nodes, time));
    print(context, line);
    return nodes;
}
