/* What code compiled with -fstack-protector or _FORTIFY_SOURCE calls when a check fails. */
#include <stdlib.h>

_Noreturn void __stack_chk_fail(void) { abort(); }
_Noreturn void __chk_fail(void) { abort(); }
_Noreturn void __fortify_fail(const char *message) {
  (void)message;
  abort();
}

/* The word index of a descriptor in an fd_set. */
long __fdelt_chk(long descriptor) {
  if (descriptor < 0 || descriptor >= 1024) abort();
  return descriptor / 64;
}
long __fdelt_warn(long descriptor) { return __fdelt_chk(descriptor); }
