// One concrete value of each type; the path is not constrained by asking.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x = klee_range(5, 9, "x");
  int32_t one = klee_get_value_i32(x);
  assert(one >= 5 && one < 9);
  assert(!klee_is_symbolic((uintptr_t)one));
  long l = klee_get_valuel(x);
  long long ll = klee_get_valuell(x);
  int64_t i64 = klee_get_value_i64(x);
  assert(l >= 5 && ll >= 5 && i64 < 9);
  assert(klee_get_valuef(1.5f) == 1.5f && klee_get_valued(2.5) == 2.5);
  if (x == 8) return 1;
  return 0;
}
