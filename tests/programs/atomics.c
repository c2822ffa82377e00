// Atomic operations of every kind, in one thread.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdatomic.h>

int main(void) {
  int x = klee_range(1, 100, "x");
  atomic_int n = 5;
  assert(atomic_fetch_add(&n, x) == 5);
  assert(atomic_load(&n) == 5 + x);
  assert(atomic_exchange(&n, 7) == 5 + x);
  assert(atomic_fetch_sub(&n, 1) == 7 && atomic_fetch_or(&n, 8) == 6 && atomic_fetch_and(&n, 12) == 14);
  assert(atomic_fetch_xor(&n, 15) == 12 && n == 3);
  int expected = 4;
  assert(!atomic_compare_exchange_strong(&n, &expected, 9) && expected == 3);
  assert(atomic_compare_exchange_strong(&n, &expected, x) && atomic_load_explicit(&n, memory_order_relaxed) == x);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  _Atomic unsigned char narrow = 255;
  narrow++;
  assert(narrow == 0);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
