// Paths fork over a list of hundreds of thousands of objects.
// run: --max-time 4s
#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
  struct node *first = 0;
  for (int i = 0; i < 400000; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = first;
    node->value = i;
    first = node;
  }
  for (int i = 0; i < 60; i++)
    if (klee_int("x") > i) first = first->next;
  return first->value & 1;
}
