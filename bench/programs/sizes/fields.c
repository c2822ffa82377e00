// Three independent fields, written one behind the other.
#include <bowline.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  enum { FIELDS = 3 };
  char *out = malloc(FIELDS * (CAPACITY - 1));
  if (!out) return 0;
  size_t used = 0;
  for (int i = 0; i < FIELDS; i++) {
    size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
    char *field = malloc(n);
    if (!field) return 0;
    bowline_symbolic(field, n, "field");
    field[n - 1] = 0;
    size_t length = strlen(field);
    memcpy(out + used, field, length);
    used += length;
    free(field);
  }
  // Room for all characters, but not for the terminator.
  out[used] = 0;
  int result = out[0] == 'x';
  free(out);
  return result;
}
