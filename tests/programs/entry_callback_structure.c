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

struct point {
  float x, y;
};

struct space {
  float x, y, z;
};

struct weight {
  char unit;
  double value;
};

int place(struct point (*where)(void), struct space (*solid)(void), struct weight (*weigh)(void)) {
  struct point at = where();
  if (at.y == 3.5f) assert(at.x != -1.0f); // bug: assertion
  struct space in = solid();
  if (in.y == 2.5f && in.z == 4.0f) assert(in.x != 1.0f); // bug: assertion
  struct weight weight = weigh();
  if (weight.unit == 'g') assert(weight.value != 0.5); // bug: assertion
  return 3;
}

int area(struct size (*measure)(int), struct picture (*draw)(int), struct point (*where)(void), struct space (*solid)(void),
         struct weight (*weigh)(void)) {
  struct size size = measure(3);
  if (size.width == 11 && size.height == -5) assert(measure == 0); // bug: assertion
  if (size.height == 8) return place(where, solid, weigh);
  if (size.height != 7) return 1;
  struct picture first = draw(4), second = draw(5);
  if (first.numbers[7] == 12 && second.numbers[7] == 13) assert(second.size->height != 14); // bug: assertion
  return 2;
}
