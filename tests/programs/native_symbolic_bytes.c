// Bytes that depend on input are fixed before native code sees their object; those that it overwrites are its own.
// native-lib: library.c
// expect-lost: concretised bytes of
#include <assert.h>
#include <klee/klee.h>

void native_fill(unsigned char *, int, unsigned long);

int main(void) {
  unsigned char bytes[4];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  klee_assume(bytes[3] > 10);
  native_fill(bytes, 1, 2);
  assert(bytes[0] == 1 && bytes[1] == 1);
  assert(bytes[3] > 10);
  return 0;
}
