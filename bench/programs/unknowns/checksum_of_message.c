// A message whose checksum is kept beside it: right or wrong.
// lib: z
#include <klee/klee.h>

unsigned long crc32(unsigned long, const unsigned char *, unsigned);

int main(void) {
  struct {
    unsigned char text[6];
    unsigned short unused;
    unsigned sum;
  } message;
  klee_make_symbolic(&message, sizeof message, "message");
  if (message.text[0] != 'M')
    return 1;
  if ((unsigned)crc32(0, message.text, 6) != message.sum)
    return 2;
  if (message.text[1] == 7)
    return 3;
  return 0;
}
