/* Copying between descriptors. */
#include <sys/sendfile.h>
#include <unistd.h>

#include "files.h"

ssize_t sendfile(int to, int from, off_t *offset, size_t n) {
  char bytes[4096];
  size_t done = 0;
  while (done < n) {
    size_t wanted = n - done < sizeof bytes ? n - done : sizeof bytes;
    ssize_t got = offset ? pread(from, bytes, wanted, *offset) : read(from, bytes, wanted);
    if (got < 0) return done ? (ssize_t)done : -1;
    ssize_t put = write(to, bytes, (size_t)got);
    if (put < 0) return done ? (ssize_t)done : -1;
    done += (size_t)put;
    if (offset) *offset += put;
    if ((size_t)got < wanted) break;
  }
  return (ssize_t)done;
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t n) { return sendfile(to, from, offset, n); }

ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t n, unsigned flags) {
  (void)flags;
  off_t saved = to_offset ? lseek(to, 0, SEEK_CUR) : 0;
  if (to_offset && lseek(to, *to_offset, SEEK_SET) < 0) return -1;
  ssize_t done = sendfile(to, from, from_offset, n);
  if (to_offset) {
    if (done > 0) *to_offset += done;
    lseek(to, saved, SEEK_SET);
  }
  return done;
}
