// A program reports an error of its own.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  if (x == 1234) klee_report_error(__FILE__, __LINE__, "x has the forbidden value", "user.err"); // bug: abort
  return 0;
}
