// Marks of an address are counted up to a limit that is one too high, and the place of the last is written to.
#include "../harness.h"

int main(void) {
  TEXT(uri, 2 * SIZE);
  char tokens[SIZE];
  int at = 0, used = 0;
  while (uri[at] != 0 && used < EITHER(SIZE, SIZE - 1)) {
    if (uri[at] == '?') ++used;
    ++at;
  }
  tokens[used] = 0; // BUG
  return 0;
}
