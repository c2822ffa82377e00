// A copy of much memory that nobody has written is one step, whatever its place; what was written in it is known in the copy.
// flags: --no-check uninitialised-read --max-time 20s
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 4 << 20 };

int main(void) {
  char *from = malloc(MANY), *to = malloc(MANY + 1);
  from[100] = 7;
  from[70000] = 9;
  from[MANY - 1] = 1;
  memcpy(to + 1, from, MANY);
  assert(to[101] == 7 && to[70001] == 9 && to[MANY] == 1);
  int i = klee_range(0, 256, "i");
  from[i] = 5;
  memmove(to + 3, from, 1 << 20);
  assert(to[3 + i] == 5);
  assert(i == 100 || to[103] == 7);
  assert(to[2] == from[1] || i == 1);
  free(from);
  free(to);
  return 0;
}
