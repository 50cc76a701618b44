/* Answers that are kept beside the table when it is written to a file, so that a deep search can be gone on with: the lines of the searches
 * last made, by position. What was read from a file begins the next search of its position; what was only searched in this process does
 * not, as the same search is to give the same result again. */
#ifndef CIERZO_SEARCH_KEPT_H
#define CIERZO_SEARCH_KEPT_H

#include "search/worker.h"

/* Of the latest so many positions the first so many lines. */
enum { KEPT_ANSWERS = 32, KEPT_LINES = 8, KEPT_WORDS = KEPT_ANSWERS * (3 + KEPT_LINES * (4 + MAX_PV)) };

typedef struct KeptAnswer {
    uint64_t key;
    int depth; /* the last that was finished */
    int count; /* of lines, best first; 0: none are kept here */
    bool read; /* from a file */
    Line lines[KEPT_LINES];
} KeptAnswer;

typedef struct {
    KeptAnswer answers[KEPT_ANSWERS];
    int next; /* where a new position goes */
} Kept;

void kept_clear(Kept *k);

/* A search of the position with that key has finished this depth, 1 or more, with these lines. An answer that is shallower, or
 * as deep and has no more lines, is replaced. */
void kept_note(Kept *k, uint64_t key, int depth, const Line *lines, int count);

/* Notes the answer of a worker after its search, if that was of the whole position at full strength. */
void kept_take(Kept *k, const Worker *w);

/* What was read from a file of a position in play and will do for such a search: as many lines as are asked for, legal from end to end.
 * NULL: nothing. */
const KeptAnswer *kept_find(const Kept *k, const Position *p, const SearchLimits *limits);

/* As words to be written to a file, at most KEPT_WORDS, whose number is returned; and back. False, with nothing kept, when they are not such
 * words: nothing is believed of them. Whether the moves are legal is seen once there is a position, by kept_find. */
size_t kept_write(const Kept *k, uint64_t out[static KEPT_WORDS]);
bool kept_read(Kept *k, const uint64_t *words, size_t count);

#endif
