/* The time budget of one search. */
#ifndef CIERZO_SEARCH_CLOCK_H
#define CIERZO_SEARCH_CLOCK_H

#include "search/contract.h"

/* Milliseconds since the limits began to count; INT64_MAX: no such bound. */
typedef struct {
    int64_t soft; /* begin no further iteration after this */
    int64_t hard; /* abort at this */
} TimeBudget;

/* The budget for a position; no bounds without movetime and clock. */
TimeBudget time_budget(const SearchLimits *limits, const Position *p);

#endif
