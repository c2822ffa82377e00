// Unknown bytes inside a structure, next to known ones.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

struct record {
  int known;
  int unknown;
};

int main(void) {
  struct record r = {7, 0};
  int unknown;
  klee_make_symbolic(&unknown, sizeof unknown, "unknown");
  r.unknown = unknown;
  assert(r.known == 7);
  if (r.unknown == r.known) return 1;
  return 0;
}
