/* How soon a thread that wakes up gets a busy processor. */
#ifndef CIERZO_SEARCH_SLICE_H
#define CIERZO_SEARCH_SLICE_H

/* A thread that only passes lines on: it asks for short turns and is run at once in return (Linux 6.12 and later; else nothing happens). Threads
 * inherit this. */
void slice_prompt(void);

/* A thread that computes: turns of the usual length. */
void slice_usual(void);

#endif
