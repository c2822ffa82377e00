// Writes the terminating zero of a buffer that always has room for it.
// expect-paths: 8
#include <klee/klee.h>

int main(void) {
  char name[8];
  int n = 0, wanted = klee_range(0, 8, "wanted");
  while (n < wanted) name[n++] = 'x';
  name[n] = 0;
  return name[0];
}
