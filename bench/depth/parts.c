/* For each measured function the linker's option --wrap calls the stand-in of this file, which counts, times, and calls the real one. So the
 * engine's sources hold no measuring code, and the engine is not slowed down by any. */
#include "bench/depth/parts.h"

#include <inttypes.h>
#include <time.h>

#include "eval/eval.h"
#include "search/certain.h"
#include "search/picker.h"
#include "search/search.h"
#include "search/table.h"

typedef enum { PLAY, UNDO, EVALUATE, ORDER, NEXT, LEGAL, PROBE, STORE, CERTAIN, PART_COUNT } Part;

static const char *const NAMES[PART_COUNT] = {
    [PLAY] = "play",
    [UNDO] = "undo",
    [EVALUATE] = "evaluation",
    [ORDER] = "generation and order of all turns",
    [NEXT] = "next turn of the order",
    [LEGAL] = "is the table's turn legal",
    [PROBE] = "table, probe",
    [STORE] = "table, store",
    [CERTAIN] = "claims that are certain",
};

enum {
    SAMPLE = 13,           /* every so many calls are timed */
    PREEMPTED_NS = 100000, /* a call that took longer was interrupted by another program and is no sample */
    MOST_MS = 3600000
};

/* Global, as the functions that are counted have no room for a context. Only the search's one thread writes while it runs; its owner
 * reads after search_wait. */
static struct {
    bool on;
    struct {
        uint64_t calls, samples;
        int64_t ns;
        int countdown;
    } part[PART_COUNT];
} counted;

static int64_t clock_ns(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Counts a call. The time now where the call is to be timed, else 0. */
static int64_t part_begin(Part part) {
    if (!counted.on) return 0;
    counted.part[part].calls++;
    if (--counted.part[part].countdown > 0) return 0;
    counted.part[part].countdown = SAMPLE;
    return clock_ns(CLOCK_MONOTONIC);
}

static void part_end(Part part, int64_t began) {
    if (!began) return;
    int64_t ns = clock_ns(CLOCK_MONOTONIC) - began;
    if (ns > PREEMPTED_NS) return;
    counted.part[part].samples++;
    counted.part[part].ns += ns;
}

/* ---- in the place of the parts ---- */

#define WRAPPED(result, name, ...)                                                                                          \
    result __real_##name(__VA_ARGS__);                                                                                      \
    result __wrap_##name(__VA_ARGS__);                                                                                      \
    result __wrap_##name(__VA_ARGS__)

WRAPPED(void, board_play, Board *b, Move m, Undo *undo) {
    const int64_t began = part_begin(PLAY);
    __real_board_play(b, m, undo);
    part_end(PLAY, began);
}

WRAPPED(void, board_undo, Board *b, const Undo *undo) {
    const int64_t began = part_begin(UNDO);
    __real_board_undo(b, undo);
    part_end(UNDO, began);
}

WRAPPED(Score, eval_score, const Board *b) {
    const int64_t began = part_begin(EVALUATE);
    const Score score = __real_eval_score(b);
    part_end(EVALUATE, began);
    return score;
}

WRAPPED(Move, picker_next, Picker *p) {
    const Part part = p->scored || p->first_next < p->first_count ? NEXT : ORDER;
    const int64_t began = part_begin(part);
    const Move m = __real_picker_next(p);
    part_end(part, began);
    return m;
}

WRAPPED(bool, turn_is_legal, const Position *p, Move m) {
    const int64_t began = part_begin(LEGAL);
    const bool legal = __real_turn_is_legal(p, m);
    part_end(LEGAL, began);
    return legal;
}

WRAPPED(bool, table_probe, const Table *t, uint64_t key, TableHit *hit) {
    const int64_t began = part_begin(PROBE);
    const bool found = __real_table_probe(t, key, hit);
    part_end(PROBE, began);
    return found;
}

WRAPPED(void, table_store, Table *t, uint64_t key, Move move, Score score, int depth, ScoreBound bound) {
    const int64_t began = part_begin(STORE);
    __real_table_store(t, key, move, score, depth, bound);
    part_end(STORE, began);
}

WRAPPED(void, certain_find, const Board *b, Certain *out) {
    const int64_t began = part_begin(CERTAIN);
    __real_certain_find(b, out);
    part_end(CERTAIN, began);
}

/* ---- measuring ---- */

/* The ns that reading the clock adds to a sample: the least of many measurements of nothing. */
static int64_t sample_cost(void) {
    int64_t least = PREEMPTED_NS;
    for (int i = 0; i < 10000; i++) {
        const int64_t began = clock_ns(CLOCK_MONOTONIC), ns = clock_ns(CLOCK_MONOTONIC) - began;
        if (ns < least) least = ns;
    }
    return least;
}

static void note_nodes(void *context, const SearchInfo *info) { *(uint64_t *)context = info->nodes; }
static void ignore(void *context, Move best, Move ponder) { (void)context, (void)best, (void)ponder; }

typedef struct {
    uint64_t nodes;
    int64_t ns; /* of the processor */
} Total;

/* Limited by depth alone a search looks at every turn of the root. The limit in time, never reached, makes it choose among them as in a
 * game. Clearing the table is not timed. */
static Total search_all(Search *s, const DepthSuite *suite, int depth) {
    Total total = {0};
    for (int i = 0; i < suite->count; i++) {
        uint64_t nodes = 0;
        search_clear(s);
        search_wait(s);
        SearchLimits limits = search_limits_none();
        limits.depth = depth;
        limits.movetime = MOST_MS;
        const int64_t began = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
        search_start(s, &suite->positions[i], &limits, &(SearchListener){note_nodes, ignore, &nodes});
        search_wait(s);
        total.ns += clock_ns(CLOCK_PROCESS_CPUTIME_ID) - began;
        total.nodes += nodes;
    }
    return total;
}

/* How much longer the search took because of the samples: each reads the clock twice. */
static double sampling_ns(int64_t cost) {
    uint64_t calls = 0;
    for (int i = 0; i < PART_COUNT; i++) calls += counted.part[i].calls;
    return 2.0 * (double)cost * (double)calls / SAMPLE;
}

static void print_part(FILE *out, const char *name, double a_call, double calls, double a_node, double share) {
    fprintf(out, "  %-34s %9.0f %12.3f %10.0f %7.1f %%\n", name, a_call, calls, a_node, share);
}

bool parts_report(FILE *out, const DepthSuite *suite, int depth) {
    Search *s = search_create(16);
    if (!s) return false;
    counted.on = true;
    const Total all = search_all(s, suite, depth);
    counted.on = false;
    const int64_t cost = sample_cost();
    const double nodes = (double)all.nodes, total = ((double)all.ns - sampling_ns(cost)) / nodes;
    search_destroy(s);
    double rest = total;
    fprintf(out, "%d positions to depth %d, %" PRIu64 " nodes\n", suite->count, depth, all.nodes);
    fprintf(out, "  %-34s %9s %12s %10s %9s\n", "part", "ns a call", "calls a node", "ns a node", "share");
    for (int i = 0; i < PART_COUNT; i++) {
        const double samples = counted.part[i].samples ? (double)counted.part[i].samples : 1;
        double a_call = (double)counted.part[i].ns / samples - (double)cost;
        if (a_call < 0) a_call = 0;
        const double calls = (double)counted.part[i].calls / nodes, a_node = a_call * calls;
        print_part(out, NAMES[i], a_call, calls, a_node, 100 * a_node / total);
        rest -= a_node;
    }
    print_part(out, "everything else", rest, 1, rest, 100 * rest / total);
    print_part(out, "a node", total, 1, total, 100);
    return true;
}
