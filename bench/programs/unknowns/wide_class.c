// Classes of characters by the host's tables.
#include <klee/klee.h>

int iswupper(unsigned);
unsigned towupper(unsigned);

int main(void) {
  unsigned c = klee_range(32, 127, "c");
  if (iswupper(c))
    return 1;
  if (towupper(c) == 'Q')
    return 2;
  if (towupper(c) != c)
    return 3;
  return 0;
}
