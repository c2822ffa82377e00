// atoi of two unknown digits.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 2; i++) klee_assume((text[i] >= '0') & (text[i] <= '9'));
  klee_assume(text[2] == 0);
  int value = atoi(text);
  assert(value == 10 * (text[0] - '0') + text[1] - '0');
  return value;
}
