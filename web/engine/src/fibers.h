/* Threads that take turns, for a system without any: what pthread.h promises, as far as the engine needs it, on Emscripten's fibers. A
 * thread runs until it waits or, while it computes, until its turn is over; then the page's or worker's own event loop has the word.
 * Only the artefact without threads is built with this. */
#ifndef CIERZO_WEB_FIBERS_H
#define CIERZO_WEB_FIBERS_H

/* To be called often by a thread that computes: ends its turn when the time has come. */
void fibers_pause(void);

#endif
