// Complex arithmetic, which clang passes in pairs.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  double _Complex a = 3.0 + 4.0i, b = 1.0 - 2.0i;
  double _Complex sum = a + b;
  assert(__real__ sum == 4 && __imag__ sum == 2);
  double _Complex product = a * b, quotient = a / b;
  assert(__real__ product == 11 && __imag__ product == -2);
  assert(__real__ quotient == -1 && __imag__ quotient == 2);
  float _Complex c = 1.5f + 0.5fi;
  c = c + c;
  assert(__real__ c == 3 && __imag__ c == 1);
  return klee_int("x") == 1;
}
