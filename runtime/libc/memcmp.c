/* Comparing memory. Unknown bytes do not fork: the first difference is selected, and only a concrete one ends the loop early. */
#include <string.h>
#include <strings.h>

#include "internal.h"

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  int result = 0;
  for (size_t i = 0; i < n; i++) {
    int difference = x[i] - y[i];
    result = result ? result : difference;
    if (!klee_is_symbolic((uintptr_t)(unsigned)result) && result) break;
  }
  return result;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
