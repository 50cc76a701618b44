/* One depth of the root's moves. */
#ifndef CIERZO_SEARCH_ROOT_H
#define CIERZO_SEARCH_ROOT_H

#include "search/worker.h"

/* Searches the root moves from number `line` on. A move better than alpha and than all before it comes to the front and becomes
 * w->found. Returns the best score, fail-soft; when aborted, what was found by then stands in w->found. */
Score root_search(Worker *w, SearchMode mode, int depth, int line, Score alpha, Score beta);

/* The best of the root moves from number `line` on, in w->found: searched with a window around the score of that line at the depth before,
 * which opens where the score falls outside. */
void root_search_line(Worker *w, SearchMode mode, int depth, int line);

/* Brings the root moves into the order that the first depth gives them, with the first moves of these lines in front. When aborted, only part
 * of that is done. */
void root_order(Worker *w, const Line *firsts, int count);

#endif
