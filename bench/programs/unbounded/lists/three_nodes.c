// Three nodes with buffers of their own sizes; one too many is written to the last.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct node {
  struct node *next;
  size_t size;
  char *bytes;
};

static struct node *push(struct node *next, size_t size) {
  struct node *node = malloc(sizeof *node);
  node->next = next;
  node->size = size;
  node->bytes = malloc(size);
  return node;
}

int main(void) {
  size_t a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(a < 1000000 && b < 1000000 && c < 1000000);
  struct node *list = push(push(push(NULL, a), b), c);
  if (list->size > 100000 && list->next->size > list->size) list->next->next->bytes[list->next->next->size] = 1;
  return 0;
}
