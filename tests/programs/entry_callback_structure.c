// An unknown function returns a structure in two registers; one that it would return in memory is not explored.
// flags: --entry area --entry-pointers valid
// expect-lost: the structure that `draw`
#include <assert.h>

struct size {
  long width;
  int height;
};

struct picture {
  long numbers[8];
};

int area(struct size (*measure)(int), struct picture (*draw)(int)) {
  struct size size = measure(3);
  if (size.width == 11 && size.height == -5) assert(measure == 0); // bug: assertion
  return size.height > 7 && draw(4).numbers[2] == 1;
}
