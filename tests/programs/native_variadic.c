// Variable arguments, integers and doubles in turn, more of them than there are registers.
// native-lib: library.c
#include <assert.h>

int native_add_all(int, ...);

int main(void) {
  assert(native_add_all(0) == 0);
  assert(native_add_all(2, 3, 0.5, 10, 2.5) == 26);
  assert(native_add_all(10, 1, 1., 2, 1., 3, 1., 4, 1., 5, 1., 6, 1., 7, 1., 8, 1., 9, 1., 10, 10.) == 145);
  return 0;
}
