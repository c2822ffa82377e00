// A switch with separate, shared, missing and default cases.
// expect-paths: 4
#include <klee/klee.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
    case 'a': return 1;
    case 'b':
    case 'c':
    case 'd': return 2;
    case 200: return 3;
    default: return 4;
  }
}
