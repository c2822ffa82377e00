// Looks up a month by its number from 1 to 12 in a table that counts from 0.
// expect-paths: 1
#include <klee/klee.h>

static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
  int month = klee_range(1, 13, "month");
  return days[month]; // bug: out-of-bounds-read
}
