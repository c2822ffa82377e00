// Structures by value, small and large, with pointers inside; enumerations, bit-fields, characters.
// flags: --entry weigh --entry-pointers valid
// expect-lost: sizes of what `large.text` points to above 64
#include <assert.h>

enum colour { RED, GREEN = 5 };

struct small {
  short x;
  unsigned on : 1, level : 5;
  long y;
};

struct large {
  int numbers[10];
  const char *text;
};

int weigh(struct small small, struct large large, enum colour colour, unsigned char byte, _Bool flag) {
  if (colour != GREEN || byte != 200 || !flag) return 0;
  if (small.x != -3 || small.level != 17 || !small.on) return 1;
  if (large.numbers[9] == 77 && large.text[1] == 'q') {
    assert(small.y != -1); // bug: assertion
    return 2;
  }
  return 3;
}
