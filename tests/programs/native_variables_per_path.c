// Variables of a library have their own version on every path, as in processes of their own.
// native-lib: library.c
// expect-paths: 4
#include <assert.h>
#include <bowline.h>

int native_next(void);
int native_thread_next(void);

int main(void) {
  int calls;
  bowline_symbolic(&calls, sizeof calls, "calls");
  bowline_assume(calls >= 0 && calls < 4);
  int last = 0, thread_last = 10;
  for (int i = 0; i < calls; i++) {
    last = native_next();
    thread_last = native_thread_next();
  }
  assert(last == calls);
  assert(thread_last == 10 + calls);
  return 0;
}
