/* Read-write locks of a program with one thread. The count is that of readers, or -1 for a writer. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "internal.h"

static int *held(pthread_rwlock_t *lock) { return (int *)&lock->__data.__readers; }

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attribute) {
  (void)attribute;
  memset(lock, 0, sizeof *lock);
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  (void)lock;
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  if (*held(lock) < 0) return EBUSY;
  ++*held(lock);
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  if (*held(lock) != 0) return EBUSY;
  *held(lock) = -1;
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return pthread_rwlock_tryrdlock(lock) ? EDEADLK : 0; }

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (*held(lock) < 0) return EDEADLK;
  if (*held(lock) > 0) __bowline_unsupported("pthread_rwlock_wrlock: the only thread waits for a lock it reads under");
  return pthread_rwlock_trywrlock(lock);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit) {
  (void)limit;
  return pthread_rwlock_rdlock(lock);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit) {
  (void)limit;
  return *held(lock) > 0 ? ETIMEDOUT : pthread_rwlock_wrlock(lock);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (*held(lock) < 0) {
    *held(lock) = 0;
  } else if (*held(lock) > 0) {
    --*held(lock);
  }
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attribute) {
  memset(attribute, 0, sizeof *attribute);
  return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attribute) {
  (void)attribute;
  return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attribute, int kind) {
  (void)attribute, (void)kind;
  return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attribute, int shared) {
  (void)attribute, (void)shared;
  return 0;
}
