// What pointers point to may be freed, and must not be used again.
// flags: --entry release --entry-aliases none --entry-depth 2 --check memory-leak
// expect-lost: pointers away
#include <stdlib.h>

struct box {
  char *name;
  struct box *next;
  int kind;
};

void release(struct box *box) {
  while (box) {
    struct box *next = box->next;
    int kind = box->kind;
    free(box->name);
    free(box);
    if (kind == 5 && next) box->kind = 0; // bug: use-after-free
    box = next;
  }
}
