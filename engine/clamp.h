/* The nearest value within bounds. */
#ifndef CIERZO_ENGINE_CLAMP_H
#define CIERZO_ENGINE_CLAMP_H

#include <stdint.h>

/* low <= high. */
static inline int64_t clamp(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

#endif
