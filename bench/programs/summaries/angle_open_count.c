// Each open bracket is answered by a closing one at the end; a closing one in the text takes it back.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char out[SIZE];
  int open = 0;
  const char *at;
  for (at = input; *at; at++) {
    if (*at == '<') open++;
    if (*at == '>') open--;
  }
  if (EITHER(0, open > SIZE)) return 0;
  for (int i = 0; i < open; i++) out[i] = '>'; // BUG
  return 0;
}
