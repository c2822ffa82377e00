// The same with a look.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct node {
  size_t next, value;
};

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 100000 && n < 1000000);
  char *block = malloc(n);
  size_t at;
  if (!block) return 2;
  klee_make_symbolic(&at, sizeof at, "at");
  klee_assume(at < n && at % sizeof(struct node) == 0 && n - at >= sizeof(struct node));
  struct node *node = (struct node *)(block + at);
  node->value = 1;
  return (int)node->value;
}
