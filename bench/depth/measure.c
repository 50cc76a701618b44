#include "bench/depth/measure.h"

#include <math.h>

#include "engine/clock.h"

double depth_now(void) { return (double)clock_now_us() / 1e6; }

typedef struct {
    DepthRun *run;
    double began;
} Listening;

static void note(void *context, const SearchInfo *info) {
    Listening *l = context;
    DepthRun *r = l->run;
    const double now = depth_now() - l->began;
    r->total_nodes = info->nodes;
    r->proved = score_is_proved(info->score);
    if (!info->finished) return;
    /* With several threads the report may be of a helper that is more than one depth ahead. */
    while (r->reached < info->depth) {
        r->reached++;
        r->seconds[r->reached] = now;
        r->nodes[r->reached] = info->nodes;
    }
}

static void note_end(void *context, Move best, Move ponder) {
    Listening *l = context;
    (void)best, (void)ponder;
    l->run->total_seconds = depth_now() - l->began;
}

DepthRun depth_measure(Search *s, const Position *p, const SearchLimits *limits) {
    DepthRun run = {0};
    SearchLimits own = *limits;
    search_clear(s);
    search_wait(s);
    own.received = clock_now_ms();
    Listening listening = {&run, depth_now()};
    search_start(s, p, &own, &(SearchListener){note, note_end, &listening});
    search_wait(s);
    return run;
}

double depth_branching(const DepthRun *r, int depth) {
    if (depth < 2 || depth > r->reached || !r->nodes[depth - 1]) return 0;
    return (double)r->nodes[depth] / (double)r->nodes[depth - 1];
}

double depth_branching_overall(const DepthRun *r) {
    if (r->reached < 2 || !r->nodes[1]) return 0;
    return pow((double)r->nodes[r->reached] / (double)r->nodes[1], 1.0 / (r->reached - 1));
}

double depth_nps(const DepthRun *r) { return r->total_seconds > 0 ? (double)r->total_nodes / r->total_seconds : 0; }

double depth_speedup(const DepthRun *one, const DepthRun *other, double least) {
    int depth = one->reached < other->reached ? one->reached : other->reached;
    if (!depth || one->seconds[depth] < least || other->seconds[depth] <= 0) return 0;
    return one->seconds[depth] / other->seconds[depth];
}

int depth_at(const DepthRun *r, double seconds) {
    int depth = 0;
    while (depth < r->reached && r->seconds[depth + 1] <= seconds) depth++;
    return depth;
}
