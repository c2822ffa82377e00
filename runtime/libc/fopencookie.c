/* Streams of the program's own functions. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "stream.h"

struct custom {
  struct inode inode;
  void *cookie;
  cookie_io_functions_t functions;
};

static ssize_t read_custom(struct description *open, char *bytes, size_t n) {
  struct custom *custom = (struct custom *)open->inode;
  return custom->functions.read ? custom->functions.read(custom->cookie, bytes, n) : 0;
}

static ssize_t write_custom(struct description *open, const char *bytes, size_t n) {
  struct custom *custom = (struct custom *)open->inode;
  return custom->functions.write ? custom->functions.write(custom->cookie, bytes, n) : (ssize_t)n;
}

static off_t seek_custom(struct description *open, off_t offset, int whence) {
  struct custom *custom = (struct custom *)open->inode;
  off64_t position = offset;
  if (custom->functions.seek && custom->functions.seek(custom->cookie, &position, whence) == 0) return position;
  if (!custom->functions.seek) errno = ENOTSUP;
  return -1;
}

static void close_custom(struct description *open) {
  struct custom *custom = (struct custom *)open->inode;
  if (custom->functions.close) custom->functions.close(custom->cookie);
  free(custom);
}

static const struct operations custom_operations = {read_custom, write_custom, seek_custom, close_custom};

FILE *fopencookie(void *restrict cookie, const char *restrict mode, cookie_io_functions_t functions) {
  int flags = __bowline_open_flags(mode);
  if (flags < 0) return NULL;
  struct custom *custom = calloc(1, sizeof *custom);
  struct description *open = custom ? __bowline_describe(&custom_operations, &custom->inode, flags) : NULL;
  FILE *stream = open ? __bowline_stream(-1, open, flags) : NULL;
  if (!stream) {
    free(open);
    free(custom);
    return NULL;
  }
  open->references = 1;
  custom->cookie = cookie;
  custom->functions = functions;
  return stream;
}
