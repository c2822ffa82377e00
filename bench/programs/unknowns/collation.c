// The order of two letters in the host's locale.
#include <klee/klee.h>

int wcscoll(const int *, const int *);

int main(void) {
  int a[2] = {0, 0}, b[2] = {'m', 0};
  a[0] = klee_range('a', 'z' + 1, "letter");
  int order = wcscoll(a, b);
  if (order < 0)
    return 1;
  if (order == 0)
    return 2;
  return 3;
}
