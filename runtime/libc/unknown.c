/* Unknown things of unknown size; see start.h. */
#include <bowline.h>
#include <string.h>

#include "start.h"

size_t klee_get_obj_size(void *object);

size_t __bowline_unknown_number(const char *name, size_t least, size_t most) {
  size_t number;
  bowline_symbolic(&number, sizeof number, name);
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

/* The size is asked of the object, which knows it as a number where the size mode has chosen one. */
char *__bowline_unknown_bytes(const char *name, size_t most, size_t *size) {
  char *bytes = __bowline_allocate(unknown_size(name, most), most);
  *size = klee_get_obj_size(bytes);
  bowline_symbolic(bytes, *size, name);
  return bytes;
}

char *__bowline_unknown_string(const char *name, const char *prefix, size_t most) {
  size_t known = strlen(prefix) + 1;
  char *string = __bowline_allocate(unknown_size(name, most) + known, most + known);
  size_t length = klee_get_obj_size(string) - known;
  memcpy(string, prefix, known - 1);
  __bowline_unknown_text(string + known - 1, length, name);
  string[known - 1 + length] = 0;
  return string;
}
