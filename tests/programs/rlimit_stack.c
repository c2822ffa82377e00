// As on real systems, the stack has a soft limit and no hard one.
#include <klee/klee.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_max < limit.rlim_cur) return 1;
  // Where the machine has a hard limit, native replays have it, too.
  if (klee_is_replay()) return klee_int("x") ? 0 : 3;
  limit.rlim_cur = 16u << 20;
  if (limit.rlim_max != RLIM_INFINITY || setrlimit(RLIMIT_STACK, &limit)) return 2;
  if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur != 16u << 20) return 4;
  return klee_int("x") ? 0 : 3;
}
