// Addresses that are not sums with an unknown pointer: tags in low bits, an order among pointers that no placement has. Not a bug, but not explored.
// flags: --entry value
// expect-lost: computed from unknown pointers
#include <stdint.h>

struct node {
  struct node *next;
  long value;
};

long value(struct node *tagged, char *to, const char *from) {
  if (to[0] == 'z') return 0; // bug: null-dereference // says: `to`, which is NULL
  if (from < to) return from[0]; // bug: null-dereference // says: `from`, which is NULL
  struct node *node = (struct node *)((uintptr_t)tagged & ~(uintptr_t)7);
  return node->value;
}
