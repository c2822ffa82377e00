// A native function that takes its time.
// run: --max-time 3s --max-native-time 60s
#include <klee/klee.h>
extern int wait(int *);
extern long syscall(long, ...);
extern int pselect(int, void *, void *, void *, const void *, const void *);
int main(void) {
  struct { long s, n; } t = {50, 0};
  return pselect(0, 0, 0, 0, &t, 0);
}
