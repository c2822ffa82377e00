// The same with a look at every link.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct node {
  unsigned next, value;
};

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000 && n < 100000);
  struct node *nodes = malloc(n * sizeof *nodes);
  if (!nodes) return 2;
  klee_make_symbolic(nodes, n * sizeof *nodes, "nodes");
  unsigned at = 0;
  for (int steps = 0; steps < 4; steps++) {
    at = nodes[at].next;
    if (at >= n) return 1;
  }
  return nodes[at].value == 77;
}
