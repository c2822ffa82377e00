/* New descriptors. */
#include <errno.h>
#include <stdlib.h>

#include "files.h"

struct description *__bowline_describe(const struct operations *operations, struct inode *inode, int flags) {
  struct description *open = malloc(sizeof *open);
  if (!open) {
    errno = ENOMEM;
    return NULL;
  }
  *open = (struct description){operations, inode, 0, flags, 0};
  inode->openings++;
  return open;
}

int __bowline_descriptor(struct description *open, int least, int close_on_exec) {
  for (int fd = least; fd < MOST_DESCRIPTORS; fd++) {
    if (__bowline_descriptors[fd]) continue;
    __bowline_descriptors[fd] = open;
    __bowline_close_on_exec[fd] = close_on_exec != 0;
    open->references++;
    return fd;
  }
  errno = EMFILE;
  return -1;
}
