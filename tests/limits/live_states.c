// Breadth first, a million paths are alive when the limit comes, and all of them are to be dropped.
// run: --max-time 12s --search bfs --no-pending-tests
#include <klee/klee.h>
int main(void) {
  char text[40];
  int count = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 40; i++)
    if (text[i] == 'x') count++;
  return count;
}
