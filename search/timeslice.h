/* How soon the kernel runs a thread that wakes up while all processors are busy. */
#ifndef CIERZO_SEARCH_TIMESLICE_H
#define CIERZO_SEARCH_TIMESLICE_H

/* For a thread that only passes lines on: short time slices, in return for which it runs as soon as it wakes (Linux 6.12 and later; no effect
 * elsewhere). Threads that it starts inherit this. */
void timeslice_short(void);

/* For a thread that computes: the usual length. */
void timeslice_usual(void);

#endif
