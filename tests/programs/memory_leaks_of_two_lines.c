// Two leaks at two lines are two, also on one path, and each is told where the memory was allocated. What only lost memory points to is not told.
// flags: --check memory-leak
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static void lose(int what) {
  char *block = NULL;
  if (what == 1) block = malloc(8); // bug: memory-leak // says: 8 bytes // native: silent (stale copies on the stack hide it)
  if (what == 2) {
    struct node *list = malloc(sizeof *list); // bug: memory-leak // native: silent (stale copies on the stack hide it)
    list->next = malloc(sizeof *list);
    list->next->next = NULL;
    list = NULL;
    block = calloc(1, 9); // bug: memory-leak // says: 9 bytes // native: silent (stale copies on the stack hide it)
  }
  if (block) block[0] = 1;
  block = NULL;
}

int main(void) {
  lose(klee_range(0, 3, "what"));
  return 0;
}
