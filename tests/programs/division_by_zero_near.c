// Divides by a number that is odd and so never zero.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  unsigned items;
  klee_make_symbolic(&items, sizeof items, "items");
  return (int)(1000u / (items | 1));
}
