// Breaking an unknown time down and putting it together again gives the time back, on one path.
// expect-paths: 1
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <time.h>

int main(void) {
  time_t when = klee_range(0, 200000, "when");
  struct tm parts;
  gmtime_r(&when, &parts);
  klee_assume(parts.tm_mon == 0);
  assert(parts.tm_year == 70 && parts.tm_yday == parts.tm_mday - 1);
  return 0;
}
