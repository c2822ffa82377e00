// A variable of a block that is known outside of it holds anything each time the block is entered, not what it held before.
// flags: --no-check uninitialised-read
// expect-paths: 2
#include <stdlib.h>

int main(void) {
  int before = 0, *known = NULL;
  for (int i = 0; i < 2; i++) {
    int inside;
    known = &inside;
    if (i > 0 && *known != before) exit(1);
    before = *known;
  }
  return 0;
}
