// Trees and tables of search.h with unknown keys.
#include <assert.h>
#include <bowline.h>
#include <search.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int keys[3];
  bowline_symbolic(keys, sizeof keys, "keys");
  void *root = 0;
  for (int i = 0; i < 3; i++) {
    bowline_assume(keys[i] >= 0 && keys[i] < 100);
    assert(**(int **)tsearch(&keys[i], &root, by_number) == keys[i]);
  }
  assert(tdelete(&keys[1], &root, by_number));
  assert(!tfind(&keys[1], &root, by_number));
  assert(!tfind(&keys[0], &root, by_number) == (keys[0] == keys[1]));

  char letter, name[2] = {0};
  bowline_symbolic(&letter, 1, "name");
  name[0] = letter;
  ENTRY known = {"k", keys}, asked = {name, 0};
  assert(hcreate(2) && hsearch(known, ENTER));
  ENTRY *found = hsearch(asked, FIND);
  assert(!found == (name[0] != 'k'));
  hdestroy();
  return 0;
}
