// Two pointers of the same type may be equal; those of different types are not.
// flags: --entry exchange --entry-pointers valid
// expect-paths: 1
#include <assert.h>

int exchange(int *a, int *b, long *c) {
  *c = 5;
  *a = 1;
  *b = 2;
  assert(*c == 5);
  assert(*a == 1); // bug: assertion
  return a == b;
}
