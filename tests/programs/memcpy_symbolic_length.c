// Copies of unknown length change exactly the bytes before the end.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char from[8] = "abcdefg", to[8] = "1234567";
  size_t n = (size_t)klee_range(0, 9, "n");
  memcpy(to, from, n);
  int i = klee_range(0, 7, "i");
  assert((to[i] == from[i]) == ((size_t)i < n));
  return 0;
}
