// With --unknowns symbolic a call returns anything and changes nothing.
// native-lib: library.c
// flags: --unknowns symbolic
// expect-lost: assumed-result the result of native_square at line 12
// expect-paths: 2
#include <assert.h>

int native_square(int);

int main(void) {
  int kept = 5;
  int square = native_square(kept);
  assert(kept == 5);
  if (square == 1234567)
    kept = 6;
  return kept < 5;
}
