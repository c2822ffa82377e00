// Unknown bytes go through a file and come back; the number of bytes read is the number written; one path per number, and what the program asks.
// expect-paths: 21
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char bytes[6], back[6] = "......";
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  unsigned n = (unsigned)klee_range(0, 6, "n");
  FILE *file = tmpfile();
  assert(file);
  int fd = fileno(file);
  assert(write(fd, bytes, n) == n && lseek(fd, 0, SEEK_SET) == 0);
  assert(read(fd, back, sizeof back) == n);
  unsigned at = (unsigned)klee_range(0, 6, "at");
  assert(back[at] == (at < n ? bytes[at] : '.'));
  if (n > 0 && back[0] == 'x') return 1;
  return 0;
}
