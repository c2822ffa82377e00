// W writes at unknown places of an array, then reads at constant places: what a question costs must grow like W, not faster.
// Ends at one of 4 paths.
#include <klee/klee.h>

#ifndef W
#define W 200
#endif

int main(void) {
  unsigned char bytes[256] = {0}, at[W], value[W];
  klee_make_symbolic(at, sizeof at, "at");
  klee_make_symbolic(value, sizeof value, "value");
  for (int i = 0; i < W; i++) bytes[at[i]] = value[i];
  int sum = 0;
  for (int i = 0; i < 256; i += 16) sum += bytes[i] == i + 1;
  if (sum == 3) return 1;
  if (sum == 17) return 2;
  if (bytes[3] == 4 && bytes[5] == 6) return 3;
  return 0;
}
