/* The table of descriptors, the three that are open from the start, and reading and writing. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "internal.h"

/* Input is empty unless the run says otherwise; output goes to the executor. */
static struct inode input = {.number = 1, .mode = S_IFIFO | 0600, .links = 1, .openings = 1};
static struct inode output = {.number = 2, .mode = S_IFIFO | 0600, .links = 1, .openings = 1};

static const struct operations standard;

static struct description standard_input = {&standard, &input, 0, O_RDONLY, 1};
static struct description standard_output = {&standard, &output, 0, O_WRONLY, 1};
static struct description standard_error = {&standard, &output, 0, O_WRONLY, 1};

struct description *__bowline_descriptors[MOST_DESCRIPTORS] = {&standard_input, &standard_output, &standard_error};
unsigned char __bowline_close_on_exec[MOST_DESCRIPTORS];

static ssize_t read_nothing(struct description *open, char *bytes, size_t n) {
  (void)open, (void)bytes, (void)n;
  return 0;
}

static ssize_t write_output(struct description *open, const char *bytes, size_t n) {
  if (n) __bowline_write(open == &standard_error ? 2 : 1, bytes, n);
  return (ssize_t)n;
}

static off_t seek_nowhere(struct description *open, off_t offset, int whence) {
  (void)open, (void)offset, (void)whence;
  errno = ESPIPE;
  return -1;
}

static const struct operations standard = {read_nothing, write_output, seek_nowhere, NULL};

struct description *__bowline_described(int fd) {
  struct description *open = fd >= 0 && fd < MOST_DESCRIPTORS ? __bowline_descriptors[fd] : NULL;
  if (!open) errno = EBADF;
  return open;
}

ssize_t __bowline_read(struct description *open, void *bytes, size_t n) {
  if ((open->flags & O_ACCMODE) == O_WRONLY) {
    errno = EBADF;
    return -1;
  }
  return open->operations->read(open, bytes, n);
}

ssize_t __bowline_write_to(struct description *open, const void *bytes, size_t n) {
  if ((open->flags & O_ACCMODE) == O_RDONLY) {
    errno = EBADF;
    return -1;
  }
  return open->operations->write(open, bytes, n);
}

ssize_t read(int fd, void *bytes, size_t n) {
  struct description *open = __bowline_described(fd);
  return open ? __bowline_read(open, bytes, n) : -1;
}

ssize_t write(int fd, const void *bytes, size_t n) {
  struct description *open = __bowline_described(fd);
  /* The kernel looks at what it is given, and does not crash. */
  if (open && !bytes && n) {
    errno = EFAULT;
    return -1;
  }
  return open ? __bowline_write_to(open, bytes, n) : -1;
}

off_t lseek(int fd, off_t offset, int whence) {
  struct description *open = __bowline_described(fd);
  return open ? open->operations->seek(open, offset, whence) : -1;
}

void __bowline_forget(struct description *open) {
  if (--open->references > 0) return;
  /* The standard ones are not on the heap, and have nothing to close. */
  if (!open->operations->close) return;
  open->operations->close(open);
  free(open);
}

int close(int fd) {
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  __bowline_descriptors[fd] = NULL;
  __bowline_close_on_exec[fd] = 0;
  __bowline_forget(open);
  return 0;
}
