/* Wishes about how memory is managed: accepted, without effect. */
#include <malloc.h>
#include <sys/single_threaded.h>

int mallopt(int parameter, int value) {
  (void)parameter;
  (void)value;
  return 1;
}

int malloc_trim(size_t keep) {
  (void)keep;
  return 0;
}

char __libc_single_threaded = 1;
