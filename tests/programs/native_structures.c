// Structures by value: in vector registers, in registers of both kinds, in memory.
// native-lib: library.c
// expect-lost: concretised bytes of a local variable that nobody has written, passed to native_reverse as zeros at line 28
#include <assert.h>

struct point {
  float x, y, z;
};

struct mixed {
  long count;
  double weight;
};

struct large {
  long values[5];
};

struct point native_scale(struct point, float);
struct mixed native_mix(struct mixed);
struct large native_reverse(struct large);

int main(void) {
  struct point p = native_scale((struct point){1, 2, 3}, 2);
  assert(p.x == 2 && p.y == 4 && p.z == 6);
  struct mixed m = native_mix((struct mixed){41, 5});
  assert(m.count == 42 && m.weight == 2.5);
  struct large l = native_reverse((struct large){{1, 2, 3, 4, 5}});
  assert(l.values[0] == 5 && l.values[4] == 1);
  return 0;
}
