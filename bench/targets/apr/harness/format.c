// apr_snprintf into buffers that are often too small: integers, widths, precisions and strings.
#include "input.h"
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 12) return 0;
  int width = (int8_t)data[0], precision = (int8_t)data[1], number;
  size_t room = data[2] % 24 + 1;
  apr_int64_t wide = (apr_int64_t)((uint64_t)data[3] << 56 | (uint64_t)data[4] << 40 | data[5]);
  memcpy(&number, data + 8, sizeof number);
  char *word = text(data + 12, size - 12);
  char *buffer = malloc(room);
  if (!buffer) abort();
  const char *formats[] = {"%*.*d|", "%-*.*x", "%+*.*d,", "%#*.*o"};
  apr_snprintf(buffer, room, formats[data[6] & 3], width, precision, number);
  apr_snprintf(buffer, room, "%" APR_INT64_T_FMT " %s", wide, word);
  apr_snprintf(buffer, room, "%.*s%5c", precision, word, data[7]);
  if (memchr(buffer, 0, room) == NULL) abort();
  free(buffer);
  free(word);
  return 0;
}
