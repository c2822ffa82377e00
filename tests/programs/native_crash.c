// A crash of native code ends that path, and no other.
// native-lib: library.c
// expect-lost: call of native_crash: it crashes with SIGSEGV
// expect-lost: call of native_abort: it crashes with SIGABRT
// expect-lost: call of native_leave: it ended its process with status 3
// expect-paths: 1
#include <klee/klee.h>

int native_crash(int *);
void native_abort(void);
void native_leave(void);

int main(void) {
  int value = 7;
  switch (klee_range(0, 4, "which")) {
  case 0:
    return native_crash(0);
  case 1:
    native_abort();
    return 1;
  case 2:
    native_leave();
    return 2;
  default:
    return native_crash(&value);
  }
}
