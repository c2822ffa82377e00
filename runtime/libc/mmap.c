/*
 * Mappings. Anonymous memory is an allocation; a private mapping of a file is a copy of its bytes, zero up to the end of the
 * page; a shared one is the file's own memory, which then cannot move. Protection is not enforced.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "files.h"
#include "internal.h"

enum { PAGE = 4096 };

struct mapping {
  struct mapping *next;
  char *memory;
  size_t length;
  /* NULL unless it shares the file's memory. */
  struct inode *shared;
};

static struct mapping *mappings;

static void *fail(int error) {
  errno = error;
  return MAP_FAILED;
}

static size_t round_up(size_t n) { return (n + PAGE - 1) & ~(size_t)(PAGE - 1); }

static void *record(char *memory, size_t length, struct inode *shared) {
  struct mapping *mapping = malloc(sizeof *mapping);
  if (!mapping || !memory) return fail(ENOMEM);
  *mapping = (struct mapping){mappings, memory, length, shared};
  mappings = mapping;
  return memory;
}

static char *pages(size_t length) {
  char *memory = aligned_alloc(PAGE, length);
  return memory ? memset(memory, 0, length) : NULL;
}

/* The file's bytes move once more, to where a page begins. */
static void *map_shared(struct inode *inode, size_t length, size_t offset) {
  if (__bowline_own(inode, 0)) return MAP_FAILED;
  if (!inode->pinned) {
    size_t room = round_up(inode->room + length + offset);
    char *memory = pages(room);
    if (!memory) return fail(ENOMEM);
    memcpy(memory, inode->bytes, inode->size);
    free(inode->bytes);
    inode->bytes = memory;
    inode->room = room;
    inode->pinned = 1;
  }
  if (offset + length > inode->room) __bowline_unsupported("a second shared mapping that is longer than the first");
  /* The mapping outlives the descriptor. */
  inode->openings++;
  return record(inode->bytes + offset, length, inode);
}

static void *map_private(struct inode *inode, size_t length, off_t offset) {
  char *memory = pages(length);
  if (!memory) return fail(ENOMEM);
  struct description once = {&__bowline_file_operations, inode, offset, O_RDONLY, 1};
  if (__bowline_read(&once, memory, length) < 0) {
    free(memory);
    return MAP_FAILED;
  }
  return record(memory, length, NULL);
}

void *mmap(void *wanted, size_t length, int protection, int flags, int fd, off_t offset) {
  (void)wanted;
  if (length == 0 || (offset & (PAGE - 1)) || offset < 0) return fail(EINVAL);
  if (flags & MAP_FIXED) return fail(ENOMEM);
  struct description *open = flags & MAP_ANONYMOUS ? NULL : __bowline_described(fd);
  if (!open && !(flags & MAP_ANONYMOUS)) return MAP_FAILED;
  /* An unknown length, such as that of a small file, still needs a number of pages. */
  length = __bowline_most(length);
  if (length > (size_t)1 << 40) return fail(ENOMEM);
  size_t rounded = round_up(length);
  if (!open) return record(pages(rounded), rounded, NULL);
  if (!S_ISREG(open->inode->mode)) return fail(ENODEV);
  int access = open->flags & O_ACCMODE;
  int shared = (flags & MAP_TYPE) != MAP_PRIVATE, writes = protection & PROT_WRITE;
  if (access == O_WRONLY || (shared && writes && access != O_RDWR)) return fail(EACCES);
  return shared && writes ? map_shared(open->inode, rounded, (size_t)offset) : map_private(open->inode, rounded, offset);
}

void *mmap64(void *wanted, size_t length, int protection, int flags, int fd, off64_t offset) {
  return mmap(wanted, length, protection, flags, fd, offset);
}

/* Memory goes back when all of it does; a part stays mapped until the rest goes. */
int munmap(void *memory, size_t length) {
  if (length == 0 || ((uintptr_t)memory & (PAGE - 1))) {
    errno = EINVAL;
    return -1;
  }
  length = __bowline_most(length);
  for (struct mapping **link = &mappings; *link; link = &(*link)->next) {
    struct mapping *mapping = *link;
    if (mapping->memory != memory || length <= mapping->length - PAGE) continue;
    *link = mapping->next;
    if (mapping->shared) {
      mapping->shared->openings--;
      __bowline_release(mapping->shared);
    } else {
      free(mapping->memory);
    }
    free(mapping);
    break;
  }
  return 0;
}

void *mremap(void *memory, size_t old, size_t new, int flags, ...) {
  (void)flags;
  char *moved = new ? mmap(NULL, new, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : fail(EINVAL);
  if (moved == MAP_FAILED) return MAP_FAILED;
  memcpy(moved, memory, old < new ? old : new);
  munmap(memory, old);
  return moved;
}

int mprotect(void *memory, size_t length, int protection) {
  (void)memory, (void)length, (void)protection;
  return 0;
}

int msync(void *memory, size_t length, int flags) {
  (void)memory, (void)length, (void)flags;
  return 0;
}

int madvise(void *memory, size_t length, int advice) {
  (void)memory, (void)length, (void)advice;
  return 0;
}

int posix_madvise(void *memory, size_t length, int advice) { return madvise(memory, length, advice); }

int mlock(const void *memory, size_t length) {
  (void)memory, (void)length;
  return 0;
}

int munlock(const void *memory, size_t length) { return mlock(memory, length); }
