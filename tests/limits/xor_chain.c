// Each byte depends on all before it, and is compared.
// run: --max-time 2s
#include <klee/klee.h>
int main(void) {
  static unsigned char in[5000], out[5000];
  unsigned char key = (unsigned char)klee_int("key");
  klee_make_symbolic(in, sizeof in, "in");
  for (unsigned i = 0; i < sizeof in; i++) out[i] = in[i] ^ key ^ (i ? out[i - 1] : 0);
  for (unsigned i = 0; i < sizeof in; i++) if (out[i] == in[sizeof in - 1 - i]) key++;
  return key;
}
