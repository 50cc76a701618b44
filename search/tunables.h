/* The numbers of search/tunables.def: constants, or in a build for tuning variables that options set. */
#ifndef CIERZO_SEARCH_TUNABLES_H
#define CIERZO_SEARCH_TUNABLES_H

#ifdef CIERZO_TUNING
/* Written by the input loop while no search runs; a search that starts afterwards sees it, as it sees its limits. */
#define TUNABLE(name, value, least, most, step) extern int name;
#include "search/tunables.def"
#undef TUNABLE
#else
enum {
#define TUNABLE(name, value, least, most, step) name = value,
#include "search/tunables.def"
#undef TUNABLE
};
#endif

/* A row of the table. */
typedef struct {
    const char *name;
    int value, least, most, step;
} Tunable;

enum {
    TUNABLE_COUNT = 0
#define TUNABLE(name, value, least, most, step) +1
#include "search/tunables.def"
#undef TUNABLE
};

/* Row `index`, 0 to TUNABLE_COUNT - 1, as it stands in the table, whatever was set since. */
const Tunable *tunable_at(int index);

#endif
