// A vector whose push does not look at its room.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct vector {
  size_t count, room;
  int *items;
};

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 100000 && n < 250000);
  struct vector v = {0, n, malloc(n * sizeof(int))};
  if (!v.items) return 2;
  klee_make_symbolic(&v.count, sizeof v.count, "count");
  klee_assume(v.count <= v.room);
  v.items[v.count++] = 1;
  return 0;
}
