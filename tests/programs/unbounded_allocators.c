// Every way to get memory of an unknown size, with a write behind each.
// flags: --sizes unbounded
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  unsigned way;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&way, sizeof way, "way");
  klee_assume(n > 70000 && n < 1000000);
  char *p = NULL;
  switch (way) {
  case 0: p = malloc(n); p[n] = 1; break; // bug: out-of-bounds-write // says: which has 70001 bytes
  case 1: p = calloc(n, 4); p[4 * n] = 1; break; // bug: out-of-bounds-write // says: which has 280004 bytes
  case 2: p = realloc(NULL, n); p[n] = 1; break; // bug: out-of-bounds-write
  case 3: p = aligned_alloc(64, n); p[n] = 1; break; // bug: out-of-bounds-write
  case 4: if (!posix_memalign((void **)&p, 64, n)) p[n] = 1; break; // bug: out-of-bounds-write
  case 5: p = alloca(n); p[n] = 1; break; // bug: out-of-bounds-write
  case 6: {
    char vla[n];
    vla[n - 1] = 1;
    vla[n] = 1; // bug: out-of-bounds-write
    break;
  }
  case 7: p = calloc(n, 1); if (p[n - 1] || p[70000]) abort(); break;
  case 8: p = reallocarray(NULL, n, 2); p[2 * n - 1] = 1; p[2 * n] = 1; break; // bug: out-of-bounds-write
  }
  return 0;
}
