// Recurses deeply, but not too deeply.
// expect-paths: 1
#include <klee/klee.h>

static int descend(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  return n == 0 ? 0 : descend(n - 1) + room[0];
}

int main(void) {
  unsigned char start;
  klee_make_symbolic(&start, sizeof start, "start");
  return descend(200) == start;
}
