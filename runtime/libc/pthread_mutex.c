/*
 * Locks of a program with one thread. A lock that is taken is taken by this thread, so waiting for it would never end: that is
 * EDEADLK for an error-checking mutex, and a lost path for a plain one.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "internal.h"

/* Attributes are one word: the kind of mutex in its low bits, as the static initialisers have it. */
enum { KIND = 3 };

static int *attributes(const pthread_mutexattr_t *attribute) { return (int *)attribute; }

int pthread_mutexattr_init(pthread_mutexattr_t *attribute) {
  memset(attribute, 0, sizeof *attribute);
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attribute) {
  (void)attribute;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attribute, int kind) {
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  *attributes(attribute) = kind;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attribute, int *restrict kind) {
  *kind = *attributes(attribute);
  return 0;
}

static int accept(const pthread_mutexattr_t *attribute) {
  (void)attribute;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attribute, int shared) { return (void)shared, accept(attribute); }
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attribute, int robust) { return (void)robust, accept(attribute); }
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attribute, int protocol) {
  return (void)protocol, accept(attribute);
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attribute) {
  memset(mutex, 0, sizeof *mutex);
  if (attribute) mutex->__data.__kind = *attributes(attribute) & KIND;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->__data.__lock ? EBUSY : 0; }
int pthread_mutex_consistent(pthread_mutex_t *mutex) {
  (void)mutex;
  return EINVAL;
}

static int take(pthread_mutex_t *mutex, int if_taken) {
  if (mutex->__data.__lock) {
    if ((mutex->__data.__kind & KIND) != PTHREAD_MUTEX_RECURSIVE) return if_taken;
    mutex->__data.__count++;
    return 0;
  }
  mutex->__data.__lock = 1;
  mutex->__data.__count = 1;
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) { return take(mutex, EBUSY); }

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  int result = take(mutex, EDEADLK);
  if (result && (mutex->__data.__kind & KIND) != PTHREAD_MUTEX_ERRORCHECK) {
    __bowline_unsupported("pthread_mutex_lock: the only thread waits for a lock it holds");
  }
  return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict limit) {
  (void)limit;
  return take(mutex, (mutex->__data.__kind & KIND) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : ETIMEDOUT);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!mutex->__data.__lock) return (mutex->__data.__kind & KIND) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
  if (--mutex->__data.__count == 0) mutex->__data.__lock = 0;
  return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
  (void)lock;
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (*lock) return EBUSY;
  *lock = 1;
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (pthread_spin_trylock(lock)) __bowline_unsupported("pthread_spin_lock: the only thread waits for a lock it holds");
  return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  *lock = 0;
  return 0;
}
