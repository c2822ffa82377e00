/* Standard input of unknown contents and size: a pipe that somebody else wrote to and closed, so it has no positions. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "start.h"

static struct inode input = {.number = 1, .mode = S_IFIFO | 0600, .links = 1, .openings = 1};

static ssize_t read_input(struct description *open, char *bytes, size_t n) {
  size_t at = (size_t)open->offset, left = input.size - at;
  n = n < left ? n : left;
  memcpy(bytes, input.bytes + at, n);
  open->offset += (off_t)n;
  return (ssize_t)n;
}

static ssize_t write_nothing(struct description *open, const char *bytes, size_t n) {
  (void)open, (void)bytes, (void)n;
  errno = EBADF;
  return -1;
}

static off_t seek_nowhere(struct description *open, off_t offset, int whence) {
  (void)open, (void)offset, (void)whence;
  errno = ESPIPE;
  return -1;
}

static const struct operations operations = {read_input, write_nothing, seek_nowhere, NULL};
static struct description unknown_input = {&operations, &input, 0, O_RDONLY, 1};

void __bowline_symbolic_stdin(size_t most) {
  input.bytes = __bowline_unknown_bytes("stdin", most, &input.size);
  input.room = most;
  __bowline_descriptors[0] = &unknown_input;
}
