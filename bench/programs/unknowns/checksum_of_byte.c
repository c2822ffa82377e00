// zlib's crc32 of one byte.
// lib: z
#include <klee/klee.h>

unsigned long crc32(unsigned long, const unsigned char *, unsigned);

int main(void) {
  unsigned char byte;
  klee_make_symbolic(&byte, 1, "byte");
  unsigned long sum = crc32(0, &byte, 1);
  if (sum == 0xd202ef8d)
    return 1;
  if ((sum & 0xff) == 0x7f)
    return 2;
  if (sum > 0xff000000)
    return 3;
  return 0;
}
