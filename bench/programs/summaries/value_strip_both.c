// Blanks at both ends are left out; what is between them is copied and measured too generously.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char value[SIZE];
  int start = 0, end = 0;
  while (input[start] == ' ') start++;
  for (int at = start; input[at]; at++) end = at + 1;
  while (end > start && input[end - 1] == ' ') end--;
  if (end - start > EITHER(SIZE + 1, SIZE)) return 1;
  for (int at = start; at < end; at++) value[at - start] = input[at]; // BUG
  return 0;
}
