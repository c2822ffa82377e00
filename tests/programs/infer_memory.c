// What a call leaves behind its pointers and in errno is inferred as well.
// native-lib: library.c
// flags: --unknowns infer --no-repository
// expect-lost: *argument 1 + 3*argument 2 + 1
// expect-lost: native_fail(argument 1) gives -1, sets errno to argument 1
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

int native_account(long *, int);
int native_fail(int);

int main(void) {
  long balance = klee_range(0, 1000, "balance");
  int amount = klee_range(-50, 50, "amount");
  int given = native_account(&balance, amount);
  if (balance == 1111)
    assert(given + 7 != 37); // bug: assertion
  int failed = native_fail(amount);
  if (failed == -1 && errno == 42)
    assert(amount != 42); // bug: assertion
  return 0;
}
