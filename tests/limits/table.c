// A look-up at an unknown place of a large table.
// run: --max-time 3s
#include <assert.h>
#include <klee/klee.h>
static unsigned char table[65536];
int main(void) {
  unsigned at = klee_int("at"), sum = 0;
  for (unsigned i = 0; i < sizeof table; i++) table[i] = (unsigned char)(i % 251);
  if (at >= sizeof table - 8) return 0;
  for (int i = 0; i < 8; i++) sum += table[at + i] * table[(at * 31 + i) % sizeof table];
  assert(sum != 123456);
  return 0;
}
