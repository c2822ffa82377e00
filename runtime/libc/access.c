/* Questions about permission. Files the program made allow everything that their mode allows to the owner. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

int faccessat(int directory, const char *path, int mode, int flags) {
  if (mode & ~(R_OK | W_OK | X_OK)) {
    errno = EINVAL;
    return -1;
  }
  struct inode *inode = __bowline_existing(directory, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW);
  if (!inode) return -1;
  unsigned refused = inode->refused;
  if (!S_ISDIR(inode->mode) && !(inode->mode & 0111)) refused |= X_OK;
  if (!(refused & (unsigned)mode)) return 0;
  errno = EACCES;
  return -1;
}

int access(const char *path, int mode) { return faccessat(AT_FDCWD, path, mode, 0); }
int euidaccess(const char *path, int mode) { return access(path, mode); }
int eaccess(const char *path, int mode) { return access(path, mode); }
