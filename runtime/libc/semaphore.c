/* Semaphores of a program with one thread: waiting at zero would never end. */
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "internal.h"

static unsigned *value_of(sem_t *semaphore) { return (unsigned *)semaphore; }

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > INT_MAX) {
    errno = EINVAL;
    return -1;
  }
  *value_of(semaphore) = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) {
  (void)semaphore;
  return 0;
}

int sem_post(sem_t *semaphore) {
  if (*value_of(semaphore) == INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  ++*value_of(semaphore);
  return 0;
}

static int take(sem_t *semaphore, int if_zero) {
  if (*value_of(semaphore) == 0) {
    errno = if_zero;
    return -1;
  }
  --*value_of(semaphore);
  return 0;
}

int sem_trywait(sem_t *semaphore) { return take(semaphore, EAGAIN); }

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit) {
  (void)limit;
  return take(semaphore, ETIMEDOUT);
}

int sem_wait(sem_t *semaphore) {
  if (*value_of(semaphore) == 0) __bowline_unsupported("sem_wait: no other thread will post");
  return take(semaphore, EAGAIN);
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = (int)*value_of(semaphore);
  return 0;
}
