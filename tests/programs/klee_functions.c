// The remaining functions of the interface can be called and do no harm.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

static char object[12];

static int original(void) { return 1; }

int main(void) {
  int x = klee_int("x");
  if (!klee_is_replay()) assert(klee_is_symbolic((uintptr_t)x));
  assert(!klee_is_symbolic(5));
  assert(klee_get_obj_size(object) == 12);
  klee_check_memory_access(object, 12);
  klee_mark_global(object);
  klee_warning("a warning");
  klee_warning_once("a warning");
  klee_print_expr("x is", x);
  klee_print_range("x", x);
  klee_stack_trace();
  klee_open_merge();
  int bigger = x > 3 ? 1 : 2;
  klee_close_merge();
  errno = EDOM;
  assert(klee_get_errno() == EDOM);
  return bigger + original();
}
