// errno of the native call is errno of the program.
// native-lib: library.c
#include <assert.h>
#include <errno.h>

int native_fail(int);
int native_square(int);

int main(void) {
  errno = 0;
  assert(native_fail(EDOM) == -1);
  assert(errno == EDOM);
  assert(native_square(3) == 9);
  assert(errno == EDOM);
  return 0;
}
