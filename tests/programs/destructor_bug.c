// A failing assertion in a destructor is found after main has returned.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

static int open_files;

__attribute__((destructor)) static void check(void) {
  assert(open_files == 0); // bug: assertion
}

int main(void) {
  open_files++;
  if (klee_int("close") == 1) open_files--;
  return 0;
}
