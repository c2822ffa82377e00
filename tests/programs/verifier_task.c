// A task as competitions write them: reach_error fails itself, abort ends what is of no interest.
// expect-paths: 2
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__))
__attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "verifier_task.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int();
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR : {
    reach_error(); // bug: assertion
    abort();
  }
  }
  return;
}

int main() {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assume_abort_if_not((x >= 0) & (x < 100) & (y >= 0) & (y < 100));
  __VERIFIER_assert(3 * x + 5 * y != 111 || x == y);
  return 0;
}
