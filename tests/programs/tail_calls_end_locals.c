// A call that must be a tail call takes the place of the function it is in: that one's variables are gone.
// expect-paths: 1
#include <klee/klee.h>

static int global;

static int read(const int *at) { return *at; } // bug: use-after-free

static int choose(const int *from) {
  int local = *from;
  const int *at = klee_int("local_too") ? &local : from;
  __attribute__((musttail)) return read(at);
}

int main(void) { return choose(&global); }
