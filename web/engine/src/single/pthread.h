/* Found before the system's pthread.h by what is compiled for the artefact without threads: the same names, but fibers.c's functions. The
 * system's own would refuse to start a thread, and do nothing where one should wait. */
#ifndef CIERZO_WEB_SINGLE_PTHREAD_H
#define CIERZO_WEB_SINGLE_PTHREAD_H

#include_next <pthread.h>

#define pthread_create fibers_create
#define pthread_join fibers_join
#define pthread_mutex_init fibers_mutex_init
#define pthread_mutex_destroy fibers_mutex_destroy
#define pthread_mutex_lock fibers_mutex_lock
#define pthread_mutex_unlock fibers_mutex_unlock
#define pthread_condattr_init fibers_condattr_init
#define pthread_condattr_destroy fibers_condattr_destroy
#define pthread_condattr_setclock fibers_condattr_setclock
#define pthread_cond_init fibers_cond_init
#define pthread_cond_destroy fibers_cond_destroy
#define pthread_cond_broadcast fibers_cond_broadcast
#define pthread_cond_wait fibers_cond_wait
#define pthread_cond_timedwait fibers_cond_timedwait

int fibers_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int fibers_join(pthread_t thread, void **result);
int fibers_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int fibers_mutex_destroy(pthread_mutex_t *mutex);
int fibers_mutex_lock(pthread_mutex_t *mutex);
int fibers_mutex_unlock(pthread_mutex_t *mutex);
int fibers_condattr_init(pthread_condattr_t *attributes);
int fibers_condattr_destroy(pthread_condattr_t *attributes);
int fibers_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock);
int fibers_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int fibers_cond_destroy(pthread_cond_t *condition);
int fibers_cond_broadcast(pthread_cond_t *condition);
int fibers_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int fibers_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);

#endif
