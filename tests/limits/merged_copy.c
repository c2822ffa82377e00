// A counting loop that copies, merged: its memory grows without end.
// run: --max-time 10s --max-memory 2G --loops merge --merge-on any
#include <klee/klee.h>
int main(void) {
  char text[1000], copy[1000];
  int at = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 1000; i++)
    if (text[i] != ' ') copy[at++] = text[i];
  return at > 0 && copy[0] == 'x';
}
