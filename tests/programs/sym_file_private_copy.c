// Writing to a file of unknown contents changes the model's copy: the rest of the file stays, and it grows.
// flags: --sym-file A 3
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char before[4] = {0}, after[8] = {0};
  struct stat status;
  int fd = open("A", O_RDWR);
  assert(fd >= 0);
  ssize_t n = read(fd, before, 3);
  assert(write(fd, "xy", 2) == 2 && fstat(fd, &status) == 0 && status.st_size == n + 2);
  assert(pwrite(fd, "first", 1, 0) == 1);
  assert(pread(fd, after, sizeof after, 0) == n + 2);
  assert(after[0] == 'f' && after[n + 1] == 'y');
  if (n == 3) assert(after[1] == before[1] && after[2] == before[2] && after[3] == 'x');
  assert(ftruncate(fd, 1) == 0 && fstat(fd, &status) == 0 && status.st_size == 1);
  return 0;
}
