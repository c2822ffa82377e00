// zlib's bound for a buffer of unknown length.
// lib: z
#include <klee/klee.h>

unsigned long compressBound(unsigned long);

int main(void) {
  unsigned length;
  klee_make_symbolic(&length, sizeof length, "length");
  unsigned long room = compressBound(length);
  if (room > 1000000)
    return 1;
  if (room == 113)
    return 2;
  if (room < 20)
    return 3;
  return 0;
}
