// Closing angles by pointers, with one test for the room that forgets the bracket that is added at the end.
// has: writes
#include "../harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  char out[SIZE];
  char *to = out, *end = out + EITHER(SIZE, SIZE - 1);
  const char *from = in;
  while (*from && to < end) {
    if (*from == '>') {
      from++;
      continue;
    }
    *to++ = *from++;
  }
  *to = '>'; // BUG
  return 0;
}
