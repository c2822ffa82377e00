// Commas outside quotes separate fields.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(line, 2 * SIZE);
  short widths[SIZE];
  int quoted = 0, fields = 0;
  for (int at = 0; line[at]; at++) {
    if (line[at] == '"')
      quoted = !quoted;
    else if (line[at] == ',' && !quoted)
      fields++;
  }
  if (EITHER(1, fields < SIZE)) widths[fields] = 0; // BUG
  return 0;
}
