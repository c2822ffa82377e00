// Three ways out of two nested loops over an object of unknown size: the end, a goto out of both, a return from inside.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

static int first_pair(const unsigned char *bytes, size_t n, size_t *at) {
  for (size_t i = 0; i < n; i++) {
    if (bytes[i] == 255) return -1;
    for (size_t j = i + 1; j < n; j++) {
      if (bytes[i] == bytes[j]) {
        *at = i;
        goto found;
      }
    }
  }
  return 0;
found:
  return 1;
}

int main(void) {
  size_t n = (size_t)bowline_range(0, 4, "n"), at = 9;
  unsigned char *bytes = malloc(n);
  if (!bytes) return 0;
  bowline_symbolic(bytes, n, "bytes");
  int found = first_pair(bytes, n, &at);
  if (found == 1) assert(at + 1 < n && bytes[at] != 255);
  if (found == 0) assert(n < 2 || bytes[0] != bytes[1]);
  if (found == 1 && n == 3) assert(at == 0); // bug: assertion
  free(bytes);
  return 0;
}
