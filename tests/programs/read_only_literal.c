// Changes a character of a string literal.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  char own[] = "text", *text = own;
  if (klee_int("literal") == 1) text = (char *)"text";
  text[0] = 'T'; // bug: read-only-write
  return 0;
}
