// Links are offsets in a block of unknown contents: one leads out of it.
// bug: out-of-bounds-read
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
  unsigned at = nodes[0].next;
  if (at < 50000) return 0;
  return nodes[at].value == 77;
}
