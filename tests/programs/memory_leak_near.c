// Frees what it allocates, or keeps it reachable from a global variable.
// flags: --check memory-leak
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

static struct list {
  struct list *next;
} *all;

static void work(int keep) {
  struct list *item = calloc(1, sizeof *item);
  if (!item) return;
  if (keep) {
    item->next = all;
    all = item;
  } else {
    free(item);
  }
}

int main(void) {
  int keep = klee_int("keep") == 1;
  work(keep);
  work(0);
  exit(0);
}
