// A caller's pointer is not the address of a local variable, nor of what the function allocates; it may be that of another argument.
// flags: --entry add --entry-pointers valid
#include <assert.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};

int add(struct item *list, struct item *other) {
  struct item local = {list, 1};
  struct item *made = malloc(sizeof *made);
  assert(list != &local && other->next != &local);
  if (!made) return 1;
  int same = list == made;
  made->next = list;
  if (list == other && list->value == 5) assert(other->value != 5); // bug: assertion
  free(made);
  assert(!same);
  return 0;
}
