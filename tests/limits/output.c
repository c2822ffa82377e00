// A program that prints without end.
// run: --max-time 3s
#include <stdio.h>
int main(void) {
  for (unsigned i = 0;; i++) printf("%u bottles of beer on the wall, %s\n", i, "and so on");
}
