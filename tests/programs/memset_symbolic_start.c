// A fill with an unknown start changes exactly the bytes behind it.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char buffer[16] = {0};
  int start = klee_range(0, 9, "start");
  memset(buffer + start, 'x', 7);
  int i = klee_range(0, 16, "i");
  assert((buffer[i] == 'x') == ((i >= start) & (i < start + 7)));
  return 0;
}
