// A handler runs when the program raises its signal; without one the program ends.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <signal.h>

static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }

int main(void) {
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  assert(seen == SIGUSR1);
  if (klee_int("x") == 5) raise(SIGABRT); // bug: abort
  return 0;
}
