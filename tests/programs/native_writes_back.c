// What native code writes through a pointer is seen by the program: a part of an object, and no more.
// native-lib: library.c
#include <assert.h>

void native_fill(unsigned char *, int, unsigned long);

int main(void) {
  unsigned char bytes[300] = {1, 2, 3};
  native_fill(bytes + 2, 7, 200);
  assert(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 7 && bytes[201] == 7 && bytes[202] == 0);
  native_fill(bytes, 9, 0);
  assert(bytes[0] == 1);
  return 0;
}
