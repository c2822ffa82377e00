// What one call gives goes into another.
// lib: z
#include <klee/klee.h>

unsigned long crc32(unsigned long, const unsigned char *, unsigned);
unsigned long adler32(unsigned long, const unsigned char *, unsigned);

int main(void) {
  unsigned char bytes[2];
  klee_make_symbolic(bytes, 2, "bytes");
  unsigned first = (unsigned)crc32(0, bytes, 1);
  unsigned char low = first & 0xff;
  unsigned second = (unsigned)adler32(1, &low, 1);
  if ((second & 0xffff) == 0x80)
    return 1;
  if (bytes[1] == 3 && (first & 1))
    return 2;
  return 0;
}
