/* The clock that everything here goes by. It is monotonic: unlike the wall clock nobody can set it. */
#ifndef CIERZO_ENGINE_CLOCK_H
#define CIERZO_ENGINE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds and microseconds since the same moment, some time before the process began. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);

/* Milliseconds since a moment of clock_now_ms, never below 0: the threads of a page have clocks of their own, whose beginnings lie some
 * tens of milliseconds apart, so a moment that another thread read may still be to come on this one's. */
int64_t clock_since_ms(int64_t moment);

/* The moment `ms` milliseconds from now, at least 0, for a wait on a condition whose clock is CLOCK_MONOTONIC. */
struct timespec clock_in_ms(int ms);

#endif
