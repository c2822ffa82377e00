/* Condition variables of a program with one thread: there is nobody to wake, and waiting would never end. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "internal.h"

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attribute) {
  (void)attribute;
  memset(condition, 0, sizeof *condition);
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  (void)condition;
  return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  (void)condition;
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  (void)condition;
  return 0;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  (void)condition, (void)mutex;
  __bowline_unsupported("pthread_cond_wait: no other thread will signal");
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict limit) {
  (void)condition, (void)mutex, (void)limit;
  return ETIMEDOUT;
}

int pthread_condattr_init(pthread_condattr_t *attribute) {
  memset(attribute, 0, sizeof *attribute);
  return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attribute) {
  (void)attribute;
  return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attribute, clockid_t clock) {
  (void)attribute, (void)clock;
  return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attribute, int shared) {
  (void)attribute, (void)shared;
  return 0;
}
