// The loop is only ever left by `break`, and nothing is left of the line behind it once its variable is a register: the line must not count as one
// that was missed.
#include <klee/klee.h>

int table[3] = {63, 52, 116};

int main(void) {
  unsigned char from;
  klee_make_symbolic(&from, sizeof from, "from");
  klee_assume(from < 3);
  unsigned sum = 0;
  for (unsigned i = from; i < 3; i++) {
    sum += table[i];
    if (sum > 27) {
      break;
    }
  }
  const int *unused = table;
  return 0;
}
