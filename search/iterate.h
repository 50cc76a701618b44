/* Iterative deepening at the root. */
#ifndef CIERZO_SEARCH_ITERATE_H
#define CIERZO_SEARCH_ITERATE_H

#include "search/worker.h"

/* Fills the root moves of a worker whose board is set: the searchmoves of the limits, or all turns, in the order of the picker. */
void iterate_prepare(Worker *w);

/* Deepens until a limit, a stop or a proof ends it. The main worker reports to the listener. At least one line is always reported, even when stopped before the start. */
void iterate(Worker *w, const SearchListener *listener);

/* After the main worker has searched a depth: whether going deeper cannot change the answer, or a limit is reached; notes the reason. */
bool iterate_is_finished(Worker *w, int depth);

/* Reports the worker's lines as they stand. */
void iterate_report(const Worker *w, const SearchListener *listener);

#endif
