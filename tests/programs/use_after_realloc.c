// Keeps using the old pointer after a block may have moved.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(4), *old = block;
  if (!block) return 1;
  block[0] = 'a';
  if (klee_int("grow") > 0) {
    block = realloc(block, 4000);
    old[0] = 'b'; // bug: use-after-free
  }
  free(block);
  return 0;
}
