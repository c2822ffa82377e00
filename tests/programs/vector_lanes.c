// Vectors are computed lane by lane; shuffles and comparisons too.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

typedef int four __attribute__((ext_vector_type(4)));
typedef unsigned char bytes __attribute__((vector_size(8)));

int main(void) {
  int x = klee_range(0, 1000, "x");
  four a = {x, x + 1, x + 2, x + 3}, b = {10, 20, 30, 40};
  four sum = a + b, swapped = __builtin_shufflevector(a, b, 3, 2, 5, 4);
  assert((sum.x == x + 10) & (sum.w == x + 43));
  assert((swapped.x == x + 3) & (swapped.y == x + 2) & (swapped.z == 20) & (swapped.w == 10));
  four less = a < b * 1000;
  assert((less.x == -1) & (less.y == -1) & (less.z == -1) & (less.w == -1));
  bytes c = {250, 251, 252, 253, 254, 255, 0, 1};
  c += (unsigned char)10;
  assert(c[0] == 4 && c[7] == 11);
  return 0;
}
