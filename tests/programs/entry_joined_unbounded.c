// Paths that look at the same objects of the caller in another order are joined, also where those may be of any size.
// flags: --entry sum --entry-pointers valid --entry-aliases none --sizes unbounded
// expect-paths: 8
#include <klee/klee.h>
#include <assert.h>

struct pair {
  int *first, *second;
};

int sum(struct pair *pair, int how, unsigned at) {
  int sum;
  klee_open_merge();
  if (how > 3) {
    sum = pair->first[at];
    sum += pair->second[at];
  } else {
    sum = pair->second[at];
    sum -= pair->first[at];
  }
  klee_close_merge();
  for (int bit = 0; bit < 2; bit++)
    if (how & 1 << bit) sum++;
  assert(sum != 100 || how != 8); // bug: assertion
  return sum;
}
