#include "fibers.h"

#include <assert.h>
#include <emscripten.h>
#include <emscripten/fiber.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* At most one each of: the input loop, the writer, the searcher, a job, the searcher of its own. */
enum { MOST_FIBERS = 5 };

/* A turn is short enough for an answer at once, and long enough that changing turns costs nothing to speak of. */
static const double TURN_MS = 5, NEVER = 1e300;
enum { PAUSES_PER_LOOK = 32 };

/* Of the stack for what has an address, and of that for the locals of a fiber that does not run. */
enum { STACK_BYTES = 2 << 20, FRAMES_BYTES = 256 << 10 };

typedef enum { FIBER_NONE, FIBER_READY, FIBER_WAITING, FIBER_FINISHED } FiberState;

typedef struct {
    emscripten_fiber_t context;
    FiberState state;
    void *(*run)(void *argument);
    void *argument, *result;
    char *stack, *frames;
    const void *awaited; /* condition, mutex or fiber, while FIBER_WAITING */
    double until;        /* by emscripten_get_now(); NEVER: only awaited counts */
} Fiber;

/* Here is what elsewhere belongs to the system, so it is global. */
static Fiber fibers[MOST_FIBERS];
static Fiber *current;
static emscripten_fiber_t event_loop;
static char event_loop_frames[4096];
static double turn_end;
static int pauses;

/* ---- turns ---- */

static void leave(Fiber *f) { emscripten_fiber_swap(&f->context, &event_loop); }

void fibers_pause(void) {
    if (--pauses > 0) return;
    pauses = PAUSES_PER_LOOK;
    if (emscripten_get_now() >= turn_end) leave(current);
}

/* Spurious ends of waiting are allowed, as with conditions. */
static void await(const void *what, double until) {
    Fiber *f = current;
    f->state = FIBER_WAITING;
    f->awaited = what;
    f->until = until;
    leave(f);
}

static void wake(const void *what) {
    for (Fiber *f = fibers; f < fibers + MOST_FIBERS; f++)
        if (f->state == FIBER_WAITING && f->awaited == what) f->state = FIBER_READY;
}

static bool take_turn(Fiber *f) {
    if (f->state == FIBER_WAITING && emscripten_get_now() >= f->until) f->state = FIBER_READY;
    if (f->state != FIBER_READY) return false;
    current = f;
    emscripten_fiber_swap(&event_loop, &f->context);
    current = NULL;
    return true;
}

/* For the event loop: rounds of turns until the time is over or all wait. */
EMSCRIPTEN_KEEPALIVE void web_turn(void) {
    turn_end = emscripten_get_now() + TURN_MS;
    emscripten_fiber_init_from_current_context(&event_loop, event_loop_frames, sizeof event_loop_frames);
    bool any;
    do {
        any = false;
        for (Fiber *f = fibers; f < fibers + MOST_FIBERS; f++) any |= take_turn(f);
    } while (any && emscripten_get_now() < turn_end);
}

/* How long the event loop may wait before the next web_turn, in ms; negative: until there is input. */
EMSCRIPTEN_KEEPALIVE double web_rest(void) {
    double until = NEVER;
    for (const Fiber *f = fibers; f < fibers + MOST_FIBERS; f++) {
        if (f->state == FIBER_READY) return 0;
        if (f->state == FIBER_WAITING && f->until < until) until = f->until;
    }
    double rest = until - emscripten_get_now();
    return until == NEVER ? -1 : rest > 0 ? rest : 0;
}

/* ---- threads ---- */

static void begin(void *argument) {
    Fiber *f = argument;
    f->result = f->run(f->argument);
    f->state = FIBER_FINISHED;
    wake(f);
    leave(f);
}

static void release(Fiber *f) {
    free(f->stack);
    free(f->frames);
    f->stack = f->frames = NULL;
    f->state = FIBER_NONE;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    (void)attributes;
    Fiber *f = fibers;
    while (f < fibers + MOST_FIBERS && f->state != FIBER_NONE) f++;
    if (f == fibers + MOST_FIBERS) return EAGAIN;
    f->stack = aligned_alloc(16, STACK_BYTES);
    f->frames = malloc(FRAMES_BYTES);
    if (!f->stack || !f->frames) {
        release(f);
        return EAGAIN;
    }
    f->run = run;
    f->argument = argument;
    emscripten_fiber_init(&f->context, begin, f, f->stack, STACK_BYTES, f->frames, FRAMES_BYTES);
    f->state = FIBER_READY;
    *thread = (pthread_t)(void *)f;
    return 0;
}

int pthread_join(pthread_t thread, void **result) {
    Fiber *f = (Fiber *)(void *)thread;
    while (f->state != FIBER_FINISHED) await(f, NEVER);
    if (result) *result = f->result;
    release(f);
    return 0;
}

/* ---- mutexes: a thread is interrupted only where it waits, with nothing locked but the mutex that it gives up ---- */

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    (void)attributes;
    *mutex = (pthread_mutex_t){0};
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return (void)mutex, 0; }
int pthread_mutex_lock(pthread_mutex_t *mutex) { return (void)mutex, 0; }
int pthread_mutex_unlock(pthread_mutex_t *mutex) { return (void)mutex, 0; }

/* ---- conditions ---- */

typedef struct {
    clockid_t clock;
} Condition;
static_assert(sizeof(Condition) <= sizeof(pthread_cond_t) && sizeof(Condition) <= sizeof(pthread_condattr_t), "fits");

int pthread_condattr_init(pthread_condattr_t *attributes) {
    memcpy(attributes, &(Condition){CLOCK_REALTIME}, sizeof(Condition));
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes) { return (void)attributes, 0; }

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    memcpy(attributes, &(Condition){clock}, sizeof(Condition));
    return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    memcpy(condition, attributes ? (const void *)attributes : &(Condition){CLOCK_REALTIME}, sizeof(Condition));
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) { return (void)condition, 0; }

int pthread_cond_broadcast(pthread_cond_t *condition) {
    wake(condition);
    return 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    (void)mutex;
    await(condition, NEVER);
    return 0;
}

static double ms_until(const pthread_cond_t *condition, const struct timespec *until) {
    Condition c;
    memcpy(&c, condition, sizeof c);
    struct timespec now;
    clock_gettime(c.clock, &now);
    return (double)(until->tv_sec - now.tv_sec) * 1e3 + (double)(until->tv_nsec - now.tv_nsec) / 1e6;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    (void)mutex;
    double rest = ms_until(condition, until);
    if (rest <= 0) return ETIMEDOUT;
    await(condition, emscripten_get_now() + rest);
    return ms_until(condition, until) <= 0 ? ETIMEDOUT : 0;
}
