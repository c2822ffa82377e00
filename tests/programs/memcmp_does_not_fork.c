// Comparing unknown memory with a constant is one decision, not one per byte.
// expect-paths: 2
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char magic[8];
  klee_make_symbolic(magic, sizeof magic, "magic");
  if (memcmp(magic, "\x89PNG\r\n\x1a\n", 8) == 0) return 1;
  return 0;
}
