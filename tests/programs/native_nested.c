// Structures behind a pointer to pointers travel there and back.
// native-lib: library.c
#include <assert.h>
#include <stdlib.h>

struct pair {
  int first, second;
};

int native_sum_nested(struct pair **, int);

int main(void) {
  struct pair local = {1, 2};
  struct pair *heap = malloc(sizeof *heap);
  heap->first = 30;
  heap->second = 40;
  struct pair *all[2] = {&local, heap};
  assert(native_sum_nested(all, 2) == 73);
  assert(local.second == -1 && heap->second == -30 && heap->first == 30);
  free(heap);
  return 0;
}
