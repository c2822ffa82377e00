// Each has its own.
// bug: none
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
  size_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 0 && a < 1000000 && b > 0 && b < 1000000);
  struct node *first = push(NULL, a), *second = push(first, b);
  first->next = second;
  if (first->next->next == first && second->size > 900000) first->bytes[first->size - 1] = 1;
  return 0;
}
