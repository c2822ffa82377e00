// Tests memcpy and memset where both the place and the length are unknown.
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char from[8] = "abcdefg", to[8] = "........";
  unsigned start = klee_range(0, 4, "start"), length = klee_range(0, 4, "length"), at = klee_range(0, 4, "at");
  memcpy(to + at, from + start, length);
  if (length == 2) {
    klee_assert(to[at] == from[start] && to[at + 1] == from[start + 1]);
    klee_assert(to[at + 2] == '.');
  }
  memset(to + at, '!', length);
  if (length == 3 && at == 2) klee_assert(to[1] == '.' && to[4] == '!' && to[5] == '.');
  return 0;
}
