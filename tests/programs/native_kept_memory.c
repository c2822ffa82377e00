// Memory that a library allocates and changes later is shared by all paths, and named; memory that it frees again is not.
// native-lib: library.c
// expect-lost: native-state native_remembered changes memory that native code keeps
#include <assert.h>

int native_remembered(void);
int native_scratch(int);

int main(void) {
  assert(native_scratch(10) == 0);
  assert(native_scratch(5000) == 0);
  assert(native_scratch(1000000) == 0);
  assert(native_remembered() == 1);
  assert(native_remembered() == 2);
  return 0;
}
