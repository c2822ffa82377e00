// Every allocation may fail, once per call whatever the size; native runs fail with it.
// flags: --malloc-may-fail --sizes eager
// expect-paths: 9
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  void *aligned = NULL;
  if (posix_memalign(&aligned, 16, 32)) return aligned != NULL;
  *(char *)aligned = 1;
  free(aligned);
  unsigned n = (unsigned)klee_range(1, 4, "n");
  char *block = malloc(n);
  if (!block) return 3;
  block[n - 1] = 1;
  free(block);
  if (n > 1) return 4;
  char *copy = strdup("text");
  if (!copy) return 5;
  copy[0] = 'n';
  int result = strcmp(copy, "next") == 0 ? 6 : 7;
  free(copy);
  char *zeros = calloc(2, n);
  if (!zeros) return 8;
  free(zeros);
  return result;
}
