// The width of the item that a list ends with.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(list, 2 * SIZE);
  char item[SIZE];
  int width = 0;
  for (int at = 0; list[at]; at++) {
    if (list[at] == ',')
      width = 0;
    else if (list[at] != ' ')
      width++;
  }
  if (width EITHER(<=, <) SIZE) item[width] = 0; // BUG
  return 0;
}
