// Tests merging of a loop that depends on contents rather than on a size.
// flags: --loops merge --merge-on any --checks full
#include <klee/klee.h>

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  int length = 0;
  while (text[length]) length++;
  klee_assert(length <= 4);
  if (length == 3) klee_assert(text[2] != 0 && text[3] == 0);
  if (length == 2) klee_assert(text[3] != 'x'); // bug: assertion
  return 0;
}
