// Leaves nested calls with longjmp; variables in memory keep their values.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf checkpoint;
static volatile int depth;

static void descend(int n, int failure) {
  depth++;
  if (n == 0) {
    if (failure == 1) longjmp(checkpoint, 5);
    if (failure == 2) longjmp(checkpoint, 0);
    return;
  }
  descend(n - 1, failure);
}

int main(void) {
  int failure = klee_range(0, 3, "failure");
  int code = setjmp(checkpoint);
  if (code == 0) {
    descend(3, failure);
    assert(failure == 0);
  } else {
    assert(code == (failure == 1 ? 5 : 1));
  }
  assert(depth == 4);
  return code;
}
