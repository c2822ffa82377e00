// A loop that is entered at two places is not merged; its paths are explored as they are.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 4, "n"), i = 0;
  unsigned char *bytes = calloc(n, 1);
  int middle = bowline_range(0, 2, "middle");
  if (!bytes) return 0;
  if (middle) goto inside;
  for (;;) {
    if (i >= n) break;
    bytes[i]++;
  inside:
    i++;
  }
  assert(bytes[0] == !middle);
  for (size_t k = 1; k < n; k++) assert(bytes[k] == 1);
  assert(n != 3 || !middle); // bug: assertion
  free(bytes);
  return 0;
}
