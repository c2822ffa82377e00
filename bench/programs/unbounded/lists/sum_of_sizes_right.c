// The same with the whole sum.
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
  klee_assume(a > 1000 && a < 500000 && b > 1000 && b < 500000);
  struct node *list = push(push(NULL, a), b);
  char *all = malloc(a + b);
  memset(list->bytes, 1, list->size);
  memset(list->next->bytes, 2, list->next->size);
  memcpy(all, list->bytes, list->size);
  memcpy(all + list->size, list->next->bytes, list->next->size);
  return 0;
}
