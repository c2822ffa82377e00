// A value that is chosen by ten thousand conditions.
// run: --max-time 3s --loops merge --merge-on any
#include <klee/klee.h>
int main(void) {
  static unsigned char text[3000];
  unsigned state = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++)
    state = text[i] == 'a' ? state * 3 + 1 : text[i] == 'b' ? state ^ 0x55 : state + text[i];
  if (state == 12345) return 1;
  return state % 7 == 3;
}
