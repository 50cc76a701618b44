/* Parked threads that run a job when told to. */
#ifndef CIERZO_SEARCH_POOL_H
#define CIERZO_SEARCH_POOL_H

typedef struct Pool Pool;

/* Starts `count` threads, 0 or more. NULL when the system refuses. */
Pool *pool_create(int count);
/* Waits for a running job, then ends the threads. */
void pool_destroy(Pool *p);

/* Has every thread run job(context, index) once, with its index from 0, and returns at once. The job before must have been waited for. */
void pool_run(Pool *p, void (*job)(void *context, int index), void *context);

/* Blocks until all threads have finished the job; at once without one. */
void pool_wait(Pool *p);
/* The same, for at most so many milliseconds. */
void pool_wait_ms(Pool *p, int ms);

#endif
