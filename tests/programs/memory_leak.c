// Loses the only pointer to a block on one path.
// flags: --check memory-leak
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static void work(int fail) {
  char *block = malloc(100); // bug: memory-leak
  memset(block, 0, 100);
  if (!fail) free(block);
  block = NULL;
}

int main(void) {
  work(klee_int("fail") == 1);
  exit(0);
}
