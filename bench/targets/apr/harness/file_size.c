// apr_strfsize: a size as a number of at most four characters with a unit.
#include "input.h"
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_off_t bytes;
  if (size < sizeof bytes) return 0;
  memcpy(&bytes, data, sizeof bytes);
  char *buffer = malloc(5);
  if (!buffer) abort();
  apr_strfsize(bytes, buffer);
  if (strlen(buffer) != 4 && bytes >= 0) abort();
  free(buffer);
  return 0;
}
