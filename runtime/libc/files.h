/*
 * The modelled file system: inodes, names, open files and descriptors.
 *
 * - A descriptor is a number; its slot points to a description (position, flags), which dup shares; that points to an
 *   inode (kind, bytes, size), which several names may share.
 * - What a description can do is a table of functions, so that a program that only prints links neither paths nor files.
 * - The size of a file may be unknown, and so may its bytes. `room` bytes are allocated and always a number; bytes from `size` on
 *   are zero. Reading and writing select lengths instead of branching on them.
 * - The real file system is only ever read: an inode made from it (`host`) remembers the path, loads its bytes or names
 *   when first asked for them, and from then on is the model's own. Nothing is written back.
 * - Names removed from a real directory leave an entry without an inode, which hides the real one.
 *
 * Not modelled: permissions of files made by the program (everything is allowed), times of access unless the program sets them, blocking.
 */
#ifndef BOWLINE_LIBC_FILES_H
#define BOWLINE_LIBC_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { MOST_DESCRIPTORS = 256, LONGEST_NAME = 255, LONGEST_PATH = 4096 };

/* Devices by number; from the last on, the descriptor of that number again. */
enum { DEVICE_NULL = 1, DEVICE_ZERO, DEVICE_FULL, DEVICE_RANDOM, DEVICE_TERMINAL, DEVICE_STANDARD };

/* A pipe's device number says which of its ends are open. */
enum { PIPE_WRITER = 1, PIPE_READER = 2, PIPE_ROOM = 65536 };

struct description;

struct operations {
  ssize_t (*read)(struct description *open, char *bytes, size_t n);
  ssize_t (*write)(struct description *open, const char *bytes, size_t n);
  off_t (*seek)(struct description *open, off_t offset, int whence);
  /* The last descriptor is gone; the description is freed afterwards. NULL: nothing to do. */
  void (*close)(struct description *open);
};

struct entry {
  struct entry *next;
  /* NULL: the name was removed, whatever the real directory says. */
  struct inode *inode;
  char *name;
};

struct inode {
  ino_t number;
  mode_t mode;
  unsigned links, openings;
  /* Bits of access(2) that the real file refuses to the user. */
  unsigned refused;
  /* Of devices: which one. */
  unsigned device;
  int64_t modified;
  /* When it was read last, if the program says so itself. */
  int64_t accessed;
  unsigned char access_is_set;
  /* The contents of a file, what is in a pipe, or the target of a symbolic link. */
  char *bytes;
  size_t size, room;
  /* `bytes` is not ours to change: unknown input, or pinned by a shared mapping. */
  unsigned char borrowed, pinned;
  /* The real file that was not read yet, or the real directory below this one. */
  char *host;
  struct entry *entries;
  struct inode *parent;
};

struct description {
  const struct operations *operations;
  struct inode *inode;
  off_t offset;
  int flags;
  int references;
};

/* ---- Descriptors ---- */

/* The description of an open descriptor, or NULL with errno. */
struct description *__bowline_described(int fd);

/* The lowest free descriptor from `least` on gets this description; -1 with errno if there is none. */
int __bowline_descriptor(struct description *open, int least, int close_on_exec);

/* A fresh description of an inode, or NULL with errno. */
struct description *__bowline_describe(const struct operations *operations, struct inode *inode, int flags);

/* Reading and writing with the checks that read(2) and write(2) make. */
ssize_t __bowline_read(struct description *open, void *bytes, size_t n);
ssize_t __bowline_write_to(struct description *open, const void *bytes, size_t n);

/* Drops one reference. */
void __bowline_forget(struct description *open);

extern struct description *__bowline_descriptors[MOST_DESCRIPTORS];
/* One byte per descriptor: FD_CLOEXEC. */
extern unsigned char __bowline_close_on_exec[MOST_DESCRIPTORS];

/* ---- Inodes ---- */

extern const struct operations __bowline_file_operations;

/* A fresh inode without names, or NULL with errno. */
struct inode *__bowline_inode(mode_t mode);

/* Frees an inode that neither a name nor a description holds. */
void __bowline_release(struct inode *inode);

/* Makes the bytes the model's own, with room for so many, which may be unknown. Returns 0, or -1 with errno. */
int __bowline_own(struct inode *inode, size_t room);

/* ftruncate. */
int __bowline_resize(struct inode *inode, size_t size);

extern mode_t __bowline_umask;

/* Fills a struct stat. */
struct stat;
void __bowline_status(const struct inode *inode, struct stat *out);

/* ---- Names ---- */

/* What a path leads to. */
struct place {
  /* The directory of the last component. */
  struct inode *parent;
  /* NULL if there is no such file (but a directory where it could be). */
  struct inode *inode;
  char name[LONGEST_NAME + 1];
  /* The path ended with a slash. */
  int wants_directory;
};

/* A link at the end of the path is followed with FOLLOW; one before a slash at the end unless SLASH_STOPS. */
enum { FOLLOW = 1, SLASH_STOPS = 2 };

/* Finds a path, relative to a directory descriptor or AT_FDCWD. Returns 0, or -1 with errno if even the parent is missing. A
 * missing last component is success with `inode` NULL; so is a file where the path wants a directory. */
int __bowline_find(int directory, const char *path, int how, struct place *out);

/* Same, and the file must exist as the path wants it. */
struct inode *__bowline_existing(int directory, const char *path, int how);

struct inode *__bowline_root(void);
extern struct inode *__bowline_working_directory;

/* The inode of a name in a directory, or NULL. */
struct inode *__bowline_lookup(struct inode *directory, const char *name);
/* Gives an inode a name, replacing what had it. Returns 0, or -1 with errno. */
int __bowline_enter(struct inode *directory, const char *name, struct inode *inode);
/* Takes a name away. */
void __bowline_remove(struct inode *directory, const char *name);
/* A program knows a file by this path: an unknown path may be equal to it. */
void __bowline_know(const char *path);

/* The names in a directory but . and .., sorted, each in memory of its own; -1 with errno. */
ssize_t __bowline_names(struct inode *directory, char ***out);

/* Opens a device; `flags` as for open(2). */
int __bowline_open_device(struct inode *inode, int flags);

/* Opens an inode; `flags` as for open(2). */
int __bowline_open_inode(struct inode *inode, int flags);

/* ---- The real file system, and questions about the unknown (builtins of the executor) ---- */

/* The largest value a number may have: itself, unless it depends on unknown input. */
size_t __bowline_most(size_t number);
/* Reports a bug if the memory cannot be accessed; from then on, the size fits. */
void klee_check_memory_access(const void *memory, size_t size);

/* Whether all bytes of a string are known, its terminator included. */
int __bowline_is_known_text(const char *text);
/* Whether a string with unknown bytes equals one without: one condition, not one per byte. */
int __bowline_same_text(const char *text, const char *known);

struct host_status {
  uint64_t mode, size, number, refused;
  /* Nanoseconds since the epoch. */
  int64_t modified;
};

/* Each returns a negative errno on failure. Symbolic links are not followed. A path with unknown bytes is ENOENT and counted as lost. */
long __bowline_host_status(const char *path, struct host_status *out);
/* The bytes of a file, or the target of a symbolic link: so many at most; the rest of the room stays as it is. */
long __bowline_host_read(const char *path, char *bytes, size_t room);
/* The names in a directory, sorted, each with its terminator. Returns how many bytes they are; fills only if there is room. */
long __bowline_host_list(const char *path, char *bytes, size_t room);
/* The directory that the run was started in. */
long __bowline_host_directory(char *bytes, size_t room);

#endif
