// What nobody has written is zero for native code and from then on, as nobody sees where it writes zeros; that is lost.
// native-lib: library.c
// expect-lost: concretised bytes of a local variable that nobody has written, passed to native_fill as zeros at line 11
#include <assert.h>

void native_fill(unsigned char *, int, unsigned long);

int main(void) {
  unsigned char bytes[4];
  unsigned char written[4] = {0};
  native_fill(bytes, 0, 4);
  native_fill(written, 7, 2);
  assert(bytes[1] == 0 && written[1] == 7);
  return 0;
}
