// Character classes partition the characters, by macros and tables.
// expect-paths: 1
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int upper = !!isupper(c), lower = !!islower(c), digit = !!isdigit(c);
  assert(upper + lower + digit == !!isalnum(c));
  assert(!!isalpha(c) == (upper | lower));
  assert((isspace(c) != 0) == ((c == ' ') | ((c >= 9) & (c <= 13))));
  return 0;
}
