// realloc from an unknown size to another: the smaller of the two is kept, the rest is new.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  size_t old = (size_t)bowline_range(1, 5, "old"), new = (size_t)bowline_range(1, 5, "new");
  char *block = malloc(old);
  if (!block) return 0;
  memset(block, 7, old);
  block = realloc(block, new);
  if (!block) return 0;
  size_t kept = old < new ? old : new;
  assert(block[kept - 1] == 7);
  if (old == 4) block[old - 1] = 1; // bug: out-of-bounds-write // says: at offset 3
  block = realloc(block, 0) ? block : 0;
  return 0;
}
