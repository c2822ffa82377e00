// Builds a list of unknown length and reverses it.
// expect-paths: 5
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int n = klee_range(0, 5, "n");
  struct node *list = NULL, *reversed = NULL;
  for (int i = 0; i < n; i++) {
    struct node *node = malloc(sizeof *node);
    assert(node);
    *node = (struct node){i, list};
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  int expected = 0;
  while (reversed) {
    struct node *next = reversed->next;
    assert(reversed->value == expected++);
    free(reversed);
    reversed = next;
  }
  assert(expected == n);
  return n;
}
