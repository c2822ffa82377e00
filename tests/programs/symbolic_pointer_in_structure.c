// Follows pointers stored in structures that an unknown index selects.
#include <assert.h>
#include <klee/klee.h>

struct node {
  int value;
  const struct node *next;
};

int main(void) {
  const struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
  const struct node *const starts[3] = {&a, &b, &c};
  int which = klee_range(0, 3, "which"), count = 0, last = 0;
  for (const struct node *at = starts[which]; at; at = at->next) {
    count++;
    last = at->value;
  }
  assert(count == 3 - which && last == 3);
  return count;
}
