// Without debug information about types, arguments travel as the calling convention says.
// flags: --entry check --cflags -gline-tables-only
#include <assert.h>
#include <stdlib.h>

struct pair {
  float first, second;
};

struct three {
  long numbers[3];
};

struct three check(struct pair pair, double real, short small, struct three three, int (*next)(int)) {
  if (pair.second == 1.0f && real == 2.5 && small == -300 && three.numbers[2] == 5 && next && next(3) == 9) {
    assert(pair.first != 4.0f); // bug: assertion
  }
  return three;
}
