// Divides by the number of items, which may be none.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  unsigned items;
  klee_make_symbolic(&items, sizeof items, "items");
  return (int)(1000u / items); // bug: division-by-zero
}
