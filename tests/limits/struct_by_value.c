// Sixty-four mebibytes by value, again and again.
// run: --max-time 3s
#include <klee/klee.h>
struct large { char bytes[4 << 20]; };
static struct large pass(struct large it, int left) {
  it.bytes[left] = (char)left;
  return it;
}
int main(void) {
  static struct large it;
  klee_make_symbolic(&it, sizeof it, "it");
  for (int i = 0; i < 1000; i++) it = pass(it, i);
  return it.bytes[3];
}
