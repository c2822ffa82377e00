// Moves overlapping memory in both directions.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[10] = "abcdefghi";
  if (klee_int("up")) {
    memmove(text + 2, text, 5);
    assert(!memcmp(text, "ababcdehi", 10));
  } else {
    memmove(text, text + 2, 5);
    assert(!memcmp(text, "cdefgfghi", 10));
  }
  return 0;
}
