// An unknown function returns a structure: in two registers, or in memory that its caller gives.
// flags: --entry area --entry-pointers valid
#include <assert.h>

struct size {
  long width;
  int height;
};

struct picture {
  long numbers[8];
  struct size *size;
};

int area(struct size (*measure)(int), struct picture (*draw)(int)) {
  struct size size = measure(3);
  if (size.width == 11 && size.height == -5) assert(measure == 0); // bug: assertion
  if (size.height != 7) return 1;
  struct picture first = draw(4), second = draw(5);
  if (first.numbers[7] == 12 && second.numbers[7] == 13) assert(second.size->height != 14); // bug: assertion
  return 2;
}
