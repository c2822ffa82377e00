// What waits in the buffer of a stream that is written line by line.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
  char text[3] = {'d', 'e', 'f'};
  klee_make_symbolic(&text[1], 1, "middle");
  setvbuf(stdout, NULL, _IOLBF, 0);
  fputs("abc", stdout);
  assert(__fpending(stdout) == 3 && __flbf(stdout));
  // The text is not known, and writing it does not look at it.
  fwrite(text, 1, sizeof text, stdout);
  size_t pending = __fpending(stdout);
  puts("");
  assert(__fpending(stdout) == 0);
  if (text[1] == '\n') {
    assert(pending == 1);
    return 1;
  }
  assert(pending == 6);
  return 0;
}
