// What no model says goes as with `native`: the path is confined to the arguments, and that is lost.
// native-lib: library.c
// flags: --unknowns infer --no-repository
// expect-lost: argument 1 of native_mixed
// expect-paths: 1
#include <klee/klee.h>

int native_mixed(int);
int native_remember(int);

int main(void) {
  int x = klee_range(0, 1000, "x");
  if (native_mixed(x) == native_remember(0))
    return 1;
  return 0;
}
