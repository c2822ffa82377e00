// A format that asks for more arguments than there are. Nothing checks that at run time.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  int width = klee_range(0, 2, "width");
  const char *format = width ? "%*c\n" : "%c\n";
  printf(format, 'a'); // bug: out-of-bounds-read // says: did not pass // native: silent (no sanitizer counts arguments)
  return 0;
}
