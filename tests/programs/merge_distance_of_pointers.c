// A place found in one array is used in another: the address is a merged pointer and the distance between the arrays. That
// distance is no address, even where it looks like that of a function, as it does here.
// flags: --loops merge --merge-on any --checks full
// expect-paths: 1
#include <klee/klee.h>
#include <string.h>

struct gather {
  size_t held;
  char bytes[256];
};

int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  text[2] = 0;
  struct gather all;
  all.held = 1;
  all.held += strlen(text);
  all.bytes[all.held] = ']';
  return all.bytes[all.held] != ']';
}
