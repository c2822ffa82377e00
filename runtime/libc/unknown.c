/* Unknown things of unknown size; see start.h. */
#include <bowline.h>
#include <string.h>

#include "start.h"

size_t __bowline_unknown_number(const char *name, size_t least, size_t most) {
  size_t number;
  bowline_symbolic(&number, sizeof number, name);
  /* Bytes that are 0 in all of these numbers are known, so that conditions are about the others only. */
  unsigned char *bytes = (unsigned char *)&number;
  for (size_t i = 0; i < sizeof number; i++) {
    if (most >> 8 * i) continue;
    bowline_assume(bytes[i] == 0);
    bytes[i] = 0;
  }
  bowline_assume((number >= least) & (number <= most));
  return number;
}

static size_t unknown_size(const char *name, size_t most) {
  static const char ending[] = "-size";
  size_t n = strlen(name);
  char full[n + sizeof ending];
  memcpy(full, name, n);
  memcpy(full + n, ending, sizeof ending);
  return __bowline_unknown_number(full, 0, most);
}

char *__bowline_unknown_bytes(const char *name, size_t most, size_t *size) {
  *size = unknown_size(name, most);
  char *bytes = __bowline_allocate(size, most);
  bowline_symbolic(bytes, *size, name);
  return bytes;
}

char *__bowline_unknown_string(const char *name, const char *prefix, size_t most) {
  size_t known = strlen(prefix), size = known + unknown_size(name, most) + 1;
  char *string = __bowline_allocate(&size, known + most + 1);
  size_t length = size - known - 1;
  memcpy(string, prefix, known);
  __bowline_unknown_text(string + known, length, name);
  return string;
}
