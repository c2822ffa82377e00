// Digits of base 64.
#include <klee/klee.h>

long a64l(const char *);

int main(void) {
  char text[3] = {'z', 0, 0};
  text[0] = klee_range('.', 'z' + 1, "digit");
  long value = a64l(text);
  if (value == 0)
    return 1;
  if (value == 63)
    return 2;
  if (value > 37)
    return 3;
  return 0;
}
