// Merged paths differ in thousands of integers.
// run: --max-time 2s --loops merge --merge-on any
#include <klee/klee.h>
static int table[3000];
int main(void) {
  static unsigned char text[200];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 200; i++)
    if (text[i] & 1)
      for (int j = 0; j < 3000; j++) table[j] += i ^ j;
  if (table[77] == 12345) return 1;
  return 0;
}
