// Which buffer longjmp is given depends on the input: of one array, and a copy.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>
#include <string.h>

int main(void) {
  static jmp_buf places[2], copy;
  volatile int chosen = klee_range(0, 3, "chosen");
  if (setjmp(places[0])) {
    assert(chosen == 0);
    return 10;
  }
  if (setjmp(places[1])) {
    assert(chosen != 0);
    return 20 + chosen;
  }
  memcpy(copy, places[1], sizeof copy);
  if (chosen == 2) longjmp(copy, 1);
  longjmp(places[chosen], 1);
}
