// Dereferences the result of a search that found nothing.
// expect-paths: 3
#include <klee/klee.h>

static int keys[3] = {5, 7, 9};

static int *find(int key) {
  for (int i = 0; i < 3; i++) {
    if (keys[i] == key) return &keys[i];
  }
  return 0;
}

int main(void) {
  int *found = find(klee_int("key"));
  return *found == 7; // bug: null-dereference
}
