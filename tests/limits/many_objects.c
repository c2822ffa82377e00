// Objects by the million.
// run: --max-time 4s --check memory-leak
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  void **last = 0;
  for (int i = 0; i < 3000000; i++) {
    void **next = malloc(16);
    *next = last;
    last = next;
  }
  return klee_int("x") == 3;
}
