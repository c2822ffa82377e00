// apr_fnmatch: the input is a byte of flags, then "pattern NUL name".
#include "input.h"
#include <apr_fnmatch.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  int flags = data[0] & (APR_FNM_NOESCAPE | APR_FNM_PATHNAME | APR_FNM_PERIOD | APR_FNM_CASE_BLIND);
  char *pattern, *name;
  two_texts(data + 1, size - 1, &pattern, &name);
  apr_fnmatch(pattern, name, flags);
  apr_fnmatch_test(pattern);
  free(pattern);
  free(name);
  return 0;
}
