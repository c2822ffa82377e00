// A pointer that may point into several objects parts paths inside a merged loop.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 4, "n");
  unsigned char *which = malloc(n), *bins[2] = {calloc(4, 1), calloc(2, 1)};
  if (!which || !bins[0] || !bins[1]) return 0;
  bowline_symbolic(which, n, "which");
  for (size_t i = 0; i < n; i++) bins[which[i] & 1][i]++; // bug: out-of-bounds-read
  unsigned total = 0;
  for (int i = 0; i < 4; i++) total += bins[0][i];
  for (int i = 0; i < 2; i++) total += bins[1][i];
  assert(total == n);
  free(which), free(bins[0]), free(bins[1]);
  return 0;
}
