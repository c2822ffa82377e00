// Loops made of goto, do-while and nested breaks.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 4, "n"), steps = 0, i = 0;
again:
  if (i < n) {
    i++;
    goto again;
  }
  do {
    steps++;
  } while (steps < 3);
  assert(i == n && steps == 3);
  return i;
}
