/* Proofs at the root: lines that reach the end of the game, and wins within a given number of turns. */
#ifndef CIERZO_SEARCH_PROOF_H
#define CIERZO_SEARCH_PROOF_H

#include "search/worker.h"

/* Makes a proved line of the worker's position reach the end of the game; leaves other lines alone. A score taken from the table comes
 * without the moves behind it, and so do claims that are certain but not made yet. The rest is found by searching every move, and where
 * all is decided by playing on. The score stays, as it holds against any defence while the line is but one: the line may be shorter than
 * the score says, not longer. False when w->aborted was set before the line reached the end. */
bool proof_complete(Worker *w, SearchMode mode, Line *line);

/* Looks for a win of the root's side within `plies`, by every legal move. A win found becomes the first line. False when aborted before
 * there was an answer. */
bool proof_find_win(Worker *w, int plies);

#endif
