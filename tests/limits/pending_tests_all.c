// As many tests as paths are asked for, and the limit comes before they are written.
// run: --max-time 3s --tests all --search bfs
#include <klee/klee.h>
int main(void) {
  char text[40];
  int count = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 40; i++)
    if (text[i] == 'x') count++;
  return count;
}
