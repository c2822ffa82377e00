// A byte that nobody wrote is some byte: it is the same when it is read again, and in a copy.
// expect-paths: 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char *one = malloc(16), two[16];
  if (!one) return 1;
  assert(one[3] == one[3]);
  memcpy(two, one, 16);
  assert(memcmp(one, two, 16) == 0);
  unsigned char seen = one[3];
  one = realloc(one, 32);
  if (!one) return 1;
  assert(one[3] == seen);
  free(one);
  return 0;
}
