// Only some of the paths that a loop merges have wishes about their input: those stay theirs, and cut nothing.
// flags: --loops merge --merge-on any --checks full
#include <klee/klee.h>

int main(void) {
  unsigned char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  int length = 0;
  while (text[length]) {
    if (length == 1) klee_prefer_cex(text, text[0] == 'w');
    length++;
  }
  klee_assert(length <= 3);
  klee_assert(length != 2 || text[0] != 'w'); // bug: assertion
  klee_assert(length != 1 || text[0] != 'v'); // bug: assertion
  klee_assert(length != 3 || text[0] != 'u'); // bug: assertion
  return 0;
}
