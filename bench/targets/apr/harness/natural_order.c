// apr_strnatcmp and apr_strnatcasecmp on two strings: comparing the other way round must give the opposite sign.
#include "input.h"
#include <apr_strings.h>

static int sign(int order) { return (order > 0) - (order < 0); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *left, *right;
  two_texts(data, size, &left, &right);
  if (sign(apr_strnatcmp(left, right)) != -sign(apr_strnatcmp(right, left))) abort();
  apr_strnatcasecmp(left, right);
  free(left);
  free(right);
  return 0;
}
