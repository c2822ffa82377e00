// strtol on two unknown characters finds a number exactly when there is one.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[3], *end;
  klee_make_symbolic(text, sizeof text, "text");
  text[2] = 0;
  long value = strtol(text, &end, 10);
  if (end == text) {
    assert(value == 0);
    assert(!(text[0] >= '0' && text[0] <= '9'));
  }
  assert(value >= -9 && value <= 99);
  return (int)(end - text);
}
