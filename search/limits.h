/* From the limits that are asked for to those that a search obeys: the one place where they are changed. */
#ifndef CIERZO_SEARCH_LIMITS_H
#define CIERZO_SEARCH_LIMITS_H

#include "search/contract.h"

/* All limits in range: `infinite` has taken the others away, a level of playing strength has its nodes, times are within 0 and
 * LIMITS_MOST_MS. The root moves stay the caller's. Depends on nothing but its arguments. */
SearchLimits limits_settle(const SearchLimits *asked, const Position *p);

/* 31 years: longer than anyone waits, and far from where sums and products of times overflow. */
#define LIMITS_MOST_MS ((int64_t)1000000000000)

#endif
