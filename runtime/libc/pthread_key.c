/* Data of threads: of the one there is. Destructors run when a thread ends before the program does, so never. */
#include <errno.h>
#include <pthread.h>

enum { MOST = 1024 };

static struct {
  int used;
  const void *value;
} slots[MOST];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  (void)destructor;
  for (unsigned i = 0; i < MOST; i++) {
    if (slots[i].used) continue;
    slots[i].used = 1;
    slots[i].value = NULL;
    *key = i;
    return 0;
  }
  return EAGAIN;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= MOST || !slots[key].used) return EINVAL;
  slots[key].used = 0;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  return key < MOST && slots[key].used ? (void *)slots[key].value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= MOST || !slots[key].used) return EINVAL;
  slots[key].value = value;
  return 0;
}

int pthread_once(pthread_once_t *once, void (*function)(void)) {
  if (*once) return 0;
  *once = 2;
  function();
  return 0;
}
