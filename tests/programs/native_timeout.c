// A call that does not come back in time ends that path; the next one is made in a new child.
// native-lib: library.c
// flags: --max-native-time 200ms
// expect-lost: call of native_hang: it takes longer than 200ms
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

void native_hang(void);
int native_square(int);

int main(void) {
  if (klee_range(0, 2, "hang"))
    native_hang();
  assert(native_square(3) == 9);
  return 0;
}
