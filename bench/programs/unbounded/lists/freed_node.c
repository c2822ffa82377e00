// A list of nodes with large buffers of which one is freed too early.
// bug: use-after-free
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
  size_t a;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_assume(a > 100000 && a < 1000000);
  struct node *list = push(push(NULL, 8), a);
  struct node *second = list->next;
  free(list->bytes);
  if (second->size == 8 && list->size > 600000) return list->bytes[0];
  return 0;
}
