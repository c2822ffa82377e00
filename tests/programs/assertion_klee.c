// Finds the one input that a chain of conditions on bytes lets through.
// expect-paths: 4
#include <klee/klee.h>

int main(void) {
  unsigned char key[4];
  klee_make_symbolic(key, sizeof key, "key");
  if (key[0] != 'B') return 0;
  if (key[1] != (key[0] ^ 0x2d)) return 0;
  if ((unsigned char)(key[2] * 7) != 91) return 0;
  if (key[3] + key[2] != 200) return 0;
  klee_assert(0 && "the key was found"); // bug: assertion
}
