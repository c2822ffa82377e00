// Files and input of unknown size are read in one piece, with one path per size: 7 of the file, 6 of the input.
// flags: --sym-file A 6 --sym-stdin 5
// expect-paths: 42
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  char bytes[64];
  int fd = open("A", O_RDONLY);
  assert(fd >= 0 && fstat(fd, &status) == 0 && status.st_size <= 6);
  assert(read(fd, bytes, sizeof bytes) == status.st_size);
  assert(read(fd, bytes, sizeof bytes) == 0);
  assert(lseek(fd, 0, SEEK_CUR) == status.st_size);
  size_t n = fread(bytes, 1, sizeof bytes, stdin);
  assert(n <= 5 && feof(stdin) && !ferror(stdin));
  return 0;
}
