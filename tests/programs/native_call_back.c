// Native code cannot call functions of the program, whether they are passed directly or found in memory.
// native-lib: library.c
// expect-lost: call of native_apply: it is given a pointer to a function
// expect-lost: call of native_apply_inside: it calls next of the program
// expect-paths: 0
#include <klee/klee.h>

struct callbacks {
  int (*function)(int);
};

int native_apply(int (*)(int), int);
int native_apply_inside(struct callbacks *, int);

static int next(int x) { return x + 1; }

int main(void) {
  struct callbacks all = {next};
  return klee_range(0, 2, "inside") ? native_apply_inside(&all, 1) : native_apply(next, 1);
}
