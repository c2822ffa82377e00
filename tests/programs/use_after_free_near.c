// Updates a list node and removes it in the right order.
// expect-paths: 4
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
  if (!first || !second) return 1;
  first->next = second;
  int remove = klee_range(0, 2, "remove"), update = klee_range(0, 2, "update");
  struct node *last = first->next;
  if (update) last->value = 1;
  if (remove) {
    first->next = NULL;
    free(second);
  }
  if (!remove) free(second);
  free(first);
  return 0;
}
