// Programs that tune their memory run, and keep what they allocated. What mallopt answers is the allocator's business, and whether
// there is one thread is the sanitizer's: neither is tested.
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/single_threaded.h>

int main(void) {
  char *kept = malloc(3);
  assert(kept);
  kept[2] = 'x';
  mallopt(M_MMAP_THRESHOLD, 32 * 1024);
  malloc_trim(0);
  assert(kept[2] == 'x' && (__libc_single_threaded == 0 || __libc_single_threaded == 1));
  free(kept);
  return 0;
}
