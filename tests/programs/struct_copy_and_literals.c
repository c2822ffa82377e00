// Assignment of structures, compound literals, designated initialisers and nested arrays.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

struct inner {
  int values[3];
};
struct outer {
  char tag;
  struct inner in[2];
  const char *name;
};

int main(void) {
  int x = klee_int("x");
  struct outer a = {.tag = 'q', .in[1] = {.values = {[1] = x, [2] = 7}}, .name = "outer"};
  struct outer b = a;
  a.in[1].values[1] = 0;
  struct inner *p = &(struct inner){{1, x, 3}};
  b.in[0] = *p;
  assert(b.in[1].values[1] == x && "the copy keeps its value");
  assert(b.in[0].values[1] == x);
  assert(b.in[1].values[0] == 0 && b.in[1].values[2] == 7 && b.name[4] == 'r' && b.tag == 'q');
  return 0;
}
