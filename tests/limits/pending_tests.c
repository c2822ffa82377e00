// Hundreds of thousands of paths are alive at the end.
// run: --max-time 3s
#include <klee/klee.h>
int main(void) {
  char text[40];
  int count = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 40; i++)
    if (text[i] == 'x') count++;
  return count;
}
