// A path that depends on the input is compared with the names that are known; the real files are not searched for it.
// flags: --sym-file A 1 --sym-args 1 1 1
// expect-lost: a path with unknown bytes
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char byte;
  int fd = open(argv[argc - 1], O_RDONLY);
  if (fd < 0) {
    assert(errno == ENOENT && argv[1][0] != 'A');
    return 2;
  }
  return read(fd, &byte, 1) == 1 && byte == 'y';
}
