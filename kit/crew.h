/* Jobs that need a search each, shared out among threads. */
#ifndef CIERZO_KIT_CREW_H
#define CIERZO_KIT_CREW_H

#include "search/search.h"

enum { MAX_CREW = 256 };

/* Calls job(context, search, i) for every i below `jobs`, each once, in any order, on up to `threads` threads with a search of one
 * thread and `hash_mb` megabytes each. The table is as the thread's last
 * job left it: a job whose result is to depend on i alone clears it first. Blocks until all are done; false, with some left undone, when
 * memory or threads are short. */
bool crew_run(int threads, size_t hash_mb, int jobs, void (*job)(void *context, Search *s, int i), void *context);

#endif
