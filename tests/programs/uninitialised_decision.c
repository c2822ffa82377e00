// Copies, padding and bits that are masked out are no use of what nobody wrote; a branch is.
// flags: --check uninitialised-read
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char tag;
  int number;
  unsigned low : 3, high : 5;
};

int main(void) {
  struct padded one, two, *heap = malloc(sizeof *heap);
  if (!heap) return 1;
  one.tag = 'a';
  one.number = klee_int("number");
  one.high = 4;
  two = one;
  memcpy(heap, &two, sizeof two);
  if (heap->tag != 'a') return 2;
  if (heap->number > 100) return 3;
  if (heap->high != 4) return 4;
  int result = 0;
  if (heap->low == 1) result = 5; // bug: uninitialised-read
  free(heap);
  return result;
}
