#ifndef CIERZO_WEB_CORES_H
#define CIERZO_WEB_CORES_H

#include "search/search.h"

/* search_set_threads, but more threads than there are processors are refused. */
bool cores_set_threads(Search *s, int count);

#endif
