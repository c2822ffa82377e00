// Pointers at an unknown index, in objects of unknown size and behind a choice are pointers all the same.
// flags: --check memory-leak
#include <klee/klee.h>
#include <stdlib.h>

static void *slots[3];
static void **table;
static char **either;

int main(void) {
  unsigned at = (unsigned)klee_range(0, 3, "at"), n = (unsigned)klee_range(1, 5, "n");
  slots[at] = malloc(8);
  table = malloc(n * sizeof *table);
  table[0] = malloc(8);
  *(void **)table[0] = malloc(4);
  either = at ? malloc(sizeof *either) : calloc(2, sizeof *either);
  *either = malloc(3);
  return 0;
}
