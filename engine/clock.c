#include "engine/clock.h"

static struct timespec now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t;
}

int64_t clock_now_us(void) {
    struct timespec t = now();
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_now_ms(void) { return clock_now_us() / 1000; }

int64_t clock_since_ms(int64_t moment) {
    int64_t ms = clock_now_ms() - moment;
    return ms > 0 ? ms : 0;
}

struct timespec clock_in_ms(int ms) {
    struct timespec t = now();
    t.tv_sec += ms / 1000;
    t.tv_nsec += (long)(ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}
