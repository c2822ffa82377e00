// Retries with longjmp until an attempt succeeds.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

int main(void) {
  jmp_buf again;
  volatile int attempts = 0;
  unsigned char good[3];
  klee_make_symbolic(good, sizeof good, "good");
  setjmp(again);
  if (attempts < 3 && !good[attempts]) {
    attempts++;
    longjmp(again, 1);
  }
  assert(attempts == 3 || good[attempts]);
  return attempts;
}
