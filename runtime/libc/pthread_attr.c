/* Wishes about threads that will not be started: kept, so that they can be asked for. */
#include <errno.h>
#include <pthread.h>
#include <string.h>

struct wishes {
  int detached;
  size_t stack, guard;
};

static struct wishes *of(const pthread_attr_t *attribute) { return (struct wishes *)attribute; }

int pthread_attr_init(pthread_attr_t *attribute) {
  memset(attribute, 0, sizeof *attribute);
  *of(attribute) = (struct wishes){PTHREAD_CREATE_JOINABLE, 8u << 20, 4096};
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attribute) {
  (void)attribute;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attribute, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
  of(attribute)->detached = state;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attribute, int *state) {
  *state = of(attribute)->detached;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attribute, size_t size) {
  if (size < 16384) return EINVAL;
  of(attribute)->stack = size;
  return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attribute, size_t *restrict size) {
  *size = of(attribute)->stack;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attribute, size_t size) {
  of(attribute)->guard = size;
  return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict attribute, size_t *restrict size) {
  *size = of(attribute)->guard;
  return 0;
}
