// All nodes and their buffers, once each.
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
  klee_assume(a < 1000000 && b < 1000000);
  struct node *list = push(push(NULL, b), a);
  while (list) {
    struct node *next = list->next;
    free(list->bytes);
    free(list);
    list = next;
  }
  return 0;
}
