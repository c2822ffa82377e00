// Reports memory that must not be accessed.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  char buffer[6] = {0};
  int n = klee_range(1, 8, "n");
  klee_check_memory_access(buffer, (size_t)n); // bug: out-of-bounds-read
  return buffer[0];
}
