// Exhaustive exploration of insertion into a sorted linked list of N unknown ints: the k-th one has k places to go, so N! paths
// (720 for 6). An equal element goes behind those that are there.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 6
#endif

struct node {
  int value;
  struct node *next;
};

static struct node *insert(struct node *list, int value) {
  struct node *node = malloc(sizeof *node), **link = &list;
  node->value = value;
  while (*link && (*link)->value <= value) link = &(*link)->next;
  node->next = *link;
  *link = node;
  return list;
}

int main(void) {
  int values[N];
  klee_make_symbolic(values, sizeof values, "values");
  struct node *list = NULL;
  for (int i = 0; i < N; i++) list = insert(list, values[i]);
  int count = 0;
  for (struct node *node = list; node; node = node->next) count++;
  klee_assert(count == N);
  return 0;
}
