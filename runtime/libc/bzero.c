/* The old names of memset and memmove. */
#include <string.h>
#include <strings.h>

void bzero(void *memory, size_t n) { memset(memory, 0, n); }

void explicit_bzero(void *memory, size_t n) { memset(memory, 0, n); }

void __explicit_bzero_chk(void *memory, size_t n, size_t room) {
  (void)room;
  memset(memory, 0, n);
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
