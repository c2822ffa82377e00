/* Copying memory up to a byte, swapping and scrambling it. */
#include <string.h>
#include <unistd.h>

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++) {
    t[i] = f[i];
    if (f[i] == (unsigned char)stop) return t + i + 1;
  }
  return NULL;
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
  const char *f = from;
  char *t = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = f[i];
    t[i] = f[i + 1];
    t[i + 1] = first;
  }
}

void *memfrob(void *memory, size_t n) {
  unsigned char *p = memory;
  for (size_t i = 0; i < n; i++) p[i] ^= 42;
  return memory;
}
