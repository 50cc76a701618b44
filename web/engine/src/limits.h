#ifndef CIERZO_WEB_LIMITS_H
#define CIERZO_WEB_LIMITS_H

#include "search/search.h"

/* search_set_threads, but more threads than there are processors are refused. */
bool limits_set_threads(Search *s, int count);

#endif
