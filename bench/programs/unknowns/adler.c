// zlib's adler32 of four bytes: its lower half is a sum.
// lib: z
#include <klee/klee.h>

unsigned long adler32(unsigned long, const unsigned char *, unsigned);

int main(void) {
  unsigned char bytes[4];
  klee_make_symbolic(bytes, 4, "bytes");
  unsigned long sum = adler32(1, bytes, 4);
  if ((sum & 0xffff) == 500)
    return 1;
  if ((sum & 0xffff) > 900)
    return 2;
  if (bytes[0] == 'x')
    return 3;
  return 0;
}
