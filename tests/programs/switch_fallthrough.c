// A switch whose cases fall through into each other.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int level = klee_range(0, 4, "level"), sum = 0;
  switch (level) {
    case 3: sum += 100; /* fall through */
    case 2: sum += 10; /* fall through */
    case 1: sum += 1; /* fall through */
    default: break;
  }
  assert(sum == (level == 3 ? 111 : level == 2 ? 11 : level == 1));
  return 0;
}
