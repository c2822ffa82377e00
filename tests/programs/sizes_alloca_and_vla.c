// Blocks on the stack of unknown size: alloca and arrays of variable length have exactly their size.
// sizes: all
#include <alloca.h>
#include <bowline.h>

static int by_alloca(unsigned n) {
  char *block = alloca(n);
  for (unsigned i = 0; i < n; i++) block[i] = 1;
  return block[n - 1];
}

static int by_array(unsigned n) {
  short values[n];
  for (unsigned i = 0; i < n; i++) values[i] = 2;
  return values[2]; // bug: out-of-bounds-read // says: at offset 4
}

int main(void) {
  unsigned n = (unsigned)bowline_range(1, 7, "n");
  return by_alloca(n) + by_array(n);
}
