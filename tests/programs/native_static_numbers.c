// Variables of the library behind a returned pointer are copied with what lies behind them, and stay the same on both sides.
// native-lib: library.c
// expect-lost: assumed-result native_counter returns a pointer
#include <assert.h>

int *native_counter(void);

int main(void) {
  int *counter = native_counter();
  assert(counter[0] == 1 && counter[3] == 4);
  counter[0] = 5;
  assert(counter[0] == 5);
  assert(native_counter() == counter);
  assert(counter[0] == 5);
  return 0;
}
