#include "kit/ask.h"

static void keep_report(void *context, const SearchInfo *info) {
    SearchAnswer *a = context;
    a->score = info->score;
    a->nodes = info->nodes;
}

static void keep_best(void *context, Move best, Move ponder) {
    (void)ponder;
    ((SearchAnswer *)context)->best = best;
}

SearchAnswer ask(Search *s, const Position *p, const SearchLimits *limits) {
    SearchAnswer a = {.best = MOVE_NONE};
    search_start(s, p, limits, &(SearchListener){keep_report, keep_best, &a});
    search_wait(s);
    return a;
}

SearchAnswer ask_nodes(Search *s, const Position *p, int64_t nodes) {
    SearchLimits limits = search_limits_none();
    limits.nodes = nodes;
    return ask(s, p, &limits);
}
