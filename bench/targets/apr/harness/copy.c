// apr_cpystrn into a buffer of a chosen size, and apr_collapse_spaces in place.
#include "input.h"
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  size_t room = data[0] % 16;
  char *line = text(data + 1, size - 1);
  char *buffer = malloc(room + 1);
  if (!buffer) abort();
  char *stop = apr_cpystrn(buffer, line, room);
  if (room && (*stop != 0 || strncmp(buffer, line, stop - buffer) != 0)) abort();
  apr_collapse_spaces(line, line);
  if (strpbrk(line, " \t\n")) abort();
  free(buffer);
  free(line);
  return 0;
}
