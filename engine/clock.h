/* The clock that everything here goes by. It is monotonic: unlike the wall clock nobody can set it. */
#ifndef CIERZO_ENGINE_CLOCK_H
#define CIERZO_ENGINE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds and microseconds since the same moment, some time before the process began. */
int64_t clock_now_ms(void);
int64_t clock_now_us(void);

/* The moment `ms` milliseconds from now, at least 0, for a wait on a condition whose clock is CLOCK_MONOTONIC. */
struct timespec clock_in_ms(int ms);

#endif
