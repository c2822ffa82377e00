// A pointer that may point into any of five thousand objects.
// run: --max-time 3s
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *all[5000];
  for (int i = 0; i < 5000; i++) all[i] = malloc(8);
  unsigned at = klee_int("at");
  if (at >= 5000) return 0;
  char *p = all[at];
  p[3] = 1;
  return all[17][3];
}
