// Binary search of an unknown key in a sorted table.
// expect-paths: 7
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int order(const void *key, const void *element) {
  int x = *(const int *)key, y = *(const int *)element;
  if (x < y) return -1;
  if (x > y) return 1;
  return 0;
}

int main(void) {
  static const int table[] = {10, 20, 30};
  int key = klee_int("key");
  const int *found = bsearch(&key, table, 3, sizeof *table, order);
  if (found) {
    assert(*found == key);
    return 1;
  }
  assert((key != 10) & (key != 20) & (key != 30));
  return 0;
}
