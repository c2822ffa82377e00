// Lines of unknown length; the last one may have no end. A line that is too long for its buffer is cut, unless by strcpy.
// flags: --sym-stdin 4
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4], copy[3];
  unsigned total = 0;
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    total += n;
    if (line[0] == 'c') strcpy(copy, line); // bug: out-of-bounds-write
  }
  assert(feof(stdin) && total <= 4);
  return 0;
}
