/* Finding a byte in memory. */
#include <string.h>

void *memchr(const void *memory, int c, size_t n) {
  const unsigned char *p = memory;
  for (size_t i = 0; i < n; i++) {
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  }
  return NULL;
}

void *memrchr(const void *memory, int c, size_t n) {
  const unsigned char *p = memory;
  while (n-- > 0) {
    if (p[n] == (unsigned char)c) return (void *)(p + n);
  }
  return NULL;
}

void *rawmemchr(const void *memory, int c) {
  const unsigned char *p = memory;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}
