// tolower and toupper undo each other on letters.
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>

int main(void) {
  int c = klee_range(0, 128, "c");
  if (isupper(c)) {
    assert(toupper(tolower(c)) == c);
    return 1;
  }
  assert(tolower(c) == c);
  return 0;
}
