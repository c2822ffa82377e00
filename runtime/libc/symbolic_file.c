/* Files and input of unknown contents and size, as the run asks for them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "internal.h"
#include "start.h"

static struct inode *unknown(const char *name, size_t most, mode_t mode) {
  struct inode *inode = __bowline_inode(mode);
  if (!inode) __bowline_unsupported("no memory for a file of unknown contents");
  inode->bytes = __bowline_unknown_bytes(name, most, &inode->size);
  inode->room = most;
  inode->borrowed = 1;
  return inode;
}

void __bowline_symbolic_file(const char *name, size_t most) {
  struct place place;
  if (__bowline_find(AT_FDCWD, name, FOLLOW, &place)) __bowline_unsupported("a symbolic file in a directory that does not exist");
  size_t n = strlen(name);
  char input[sizeof "file-" + n];
  memcpy(input, "file-", 5);
  memcpy(input + 5, name, n + 1);
  struct inode *inode = unknown(input, most, S_IFREG | 0644);
  if (__bowline_enter(place.parent, place.name, inode)) __bowline_unsupported("no memory for the name of a file");
  __bowline_know(name);
}
