// Paths that look at the same objects of the caller in another order are joined: an object is known by the pointer to it.
// flags: --entry sum --entry-pointers valid --entry-aliases none
// expect-paths: 8
#include <klee/klee.h>
#include <assert.h>

struct pair {
  int *first, *second;
};

int sum(struct pair *pair, int how) {
  int sum;
  klee_open_merge();
  if (how > 3) {
    sum = *pair->first;
    sum += *pair->second;
  } else {
    sum = *pair->second;
    sum -= *pair->first;
  }
  klee_close_merge();
  for (int bit = 0; bit < 2; bit++)
    if (how & 1 << bit) sum++;
  assert(sum != 100 || how != 8); // bug: assertion
  return sum;
}
