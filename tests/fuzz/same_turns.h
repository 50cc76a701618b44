/* Whether two records are of one game: its positions at both ends, its turns and its winner. */
#ifndef CIERZO_TESTS_FUZZ_SAME_TURNS_H
#define CIERZO_TESTS_FUZZ_SAME_TURNS_H

#include "kit/record.h"

static inline bool same_turns(const Record *a, const Record *b) {
    bool same =
        a->turn_count == b->turn_count && a->winner == b->winner && a->start.key == b->start.key && a->end.key == b->end.key;
    for (int i = 0; same && i < a->turn_count; i++) same = a->turns[i].move == b->turns[i].move;
    return same;
}

#endif
