/* Placements and the swap. */
#ifndef CIERZO_SEARCH_SETUP_SEARCH_H
#define CIERZO_SEARCH_SETUP_SEARCH_H

#include "search/worker.h"

/* Searches a position in the setup that has a legal turn; reports like iterate. Root moves and lines are the setups considered. */
void setup_search(Worker *w, const SearchListener *listener);

#endif
