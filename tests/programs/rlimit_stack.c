// As on real systems, the stack has a soft limit and no hard one.
#include <klee/klee.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_max < limit.rlim_cur) return 1;
  limit.rlim_cur = 16u << 20;
  if (setrlimit(RLIMIT_STACK, &limit) && klee_int("never") == 0) return 2;
  return getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur != 16u << 20;
}
