/* Threads: the program's first is the only one; another cannot be started, which callers are told with EAGAIN. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static const pthread_t FIRST = 1;

pthread_t pthread_self(void) { return FIRST; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attribute, void *(*start)(void *),
                   void *restrict argument) {
  (void)thread, (void)attribute, (void)start, (void)argument;
  __bowline_refused("pthread_create");
  return EAGAIN;
}

int pthread_join(pthread_t thread, void **result) {
  (void)result;
  return thread == FIRST ? EDEADLK : ESRCH;
}

int pthread_detach(pthread_t thread) { return thread == FIRST ? 0 : ESRCH; }
int pthread_cancel(pthread_t thread) { return thread == FIRST ? 0 : ESRCH; }
void pthread_testcancel(void) {}

/* The last thread to leave ends the program. */
void pthread_exit(void *result) {
  (void)result;
  exit(0);
}

int pthread_setcancelstate(int state, int *old) {
  if (old) *old = PTHREAD_CANCEL_ENABLE;
  return state == PTHREAD_CANCEL_ENABLE || state == PTHREAD_CANCEL_DISABLE ? 0 : EINVAL;
}

int pthread_setcanceltype(int type, int *old) {
  if (old) *old = PTHREAD_CANCEL_DEFERRED;
  return type == PTHREAD_CANCEL_DEFERRED || type == PTHREAD_CANCEL_ASYNCHRONOUS ? 0 : EINVAL;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
  (void)before, (void)parent, (void)child;
  return 0;
}

int pthread_setname_np(pthread_t thread, const char *name) {
  (void)thread;
  return strlen(name) < 16 ? 0 : ERANGE;
}

int sched_yield(void) { return 0; }
