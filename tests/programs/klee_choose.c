// A choice is below its bound.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  uintptr_t choice = klee_choose(3);
  assert(choice < 3);
  switch (choice) {
    case 0: return 10;
    case 1: return 11;
    default: return 12;
  }
}
