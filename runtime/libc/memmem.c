/* Finding a block of memory in another. */
#include <string.h>

void *memmem(const void *haystack, size_t length, const void *needle, size_t n) {
  const char *at = haystack;
  if (n == 0) return (void *)haystack;
  for (size_t i = 0; n <= length && i <= length - n; i++) {
    if (!memcmp(at + i, needle, n)) return (void *)(at + i);
  }
  return NULL;
}
