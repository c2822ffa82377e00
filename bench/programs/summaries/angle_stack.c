// The places of open brackets on a stack.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  int stack[SIZE];
  int depth = 0, last = -1;
  for (int at = 0; input[at]; at++) {
    if (input[at] == '<') {
      if (EITHER(0, depth == SIZE)) return 1;
      stack[depth++] = at; // BUG
    } else if (input[at] == '>' && depth > 0) {
      last = at;
      depth--;
    }
  }
  return last >= 0;
}
