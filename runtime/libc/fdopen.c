/* Streams for descriptors that are open. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "stream.h"

FILE *fdopen(int fd, const char *mode) {
  int flags = __bowline_open_flags(mode);
  struct description *open = flags < 0 ? NULL : __bowline_described(fd);
  if (!open) return NULL;
  int has = open->flags & O_ACCMODE, wants = flags & O_ACCMODE;
  if (has != O_RDWR && has != wants) {
    errno = EINVAL;
    return NULL;
  }
  open->flags |= flags & O_APPEND;
  return __bowline_stream(fd, NULL, flags);
}
