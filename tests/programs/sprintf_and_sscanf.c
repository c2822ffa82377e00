// Formatting and reading back concrete values.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[64];
  int n = snprintf(text, sizeof text, "%5d|%-4s|%+.3f|%#x|%c|%lu", -42, "ab", 3.14159, 255, 'z', 18446744073709551615ul);
  assert(n == (int)strlen(text) && !strcmp(text, "  -42|ab  |+3.142|0xff|z|18446744073709551615"));
  int number;
  char word[8];
  double real;
  assert(sscanf("  17 apple 2.5", "%d %7s %lf", &number, word, &real) == 3);
  assert(number == 17 && !strcmp(word, "apple") && real == 2.5);
  return klee_int("x") == 1;
}
