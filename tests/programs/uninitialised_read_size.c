// The size of an allocation is a decision.
// flags: --check uninitialised-read
#include <stdlib.h>

int main(void) {
  struct {
    unsigned size, used;
  } header;
  header.used = 3;
  char *text = malloc(header.used + 1);
  if (!text)
    return 1;
  char *more = malloc(header.size & 15); // bug: uninitialised-read // says: the size of an allocation
  free(more);
  free(text);
  return 0;
}
