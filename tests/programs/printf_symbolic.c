// Printing unknown values works: text, characters and numbers.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  text[2] = 0;
  int n = printf("%d\n", c);
  assert(n == 2 + (c >= 10) + (c >= 100));
  n = printf("[%s]%c%02x", text, c, c);
  assert(n >= 5 && n <= 7);
  return 0;
}
