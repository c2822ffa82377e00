// exit runs the handlers, _exit does not.
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) {
  abort(); // bug: abort
}

int main(void) {
  atexit(handler);
  int how = klee_range(0, 3, "how");
  if (how == 1) _exit(0);
  if (how == 2) _Exit(5);
  return 0;
}
