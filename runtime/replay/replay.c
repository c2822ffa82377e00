/*
 * The harness functions for native runs: unknown values come from a `.ktest` file.
 *
 * Link this file with the program under test and name the file in BOWLINE_KTEST:
 *
 *     clang-19 -g -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -ftrivial-auto-var-init=zero -I runtime/include \
 *         prog.c runtime/replay/replay.c -o prog
 *     BOWLINE_KTEST=tests/000001.ktest ASAN_OPTIONS=... ./prog
 *
 * Memory that the program has not written is zero under the executor. To make it zero natively as well, compile with
 * -ftrivial-auto-var-init=zero (locals) and run with
 *
 *     ASAN_OPTIONS=malloc_fill_byte=0:max_malloc_fill_size=16777216:detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1
 *
 * (ASan fills fresh heap memory with 0xbe otherwise; larger blocks come zeroed from the system anyway). detect_leaks=1 is for
 * replaying memory leaks.
 *
 * BOWLINE_NAME, if set, becomes argv[0], and BOWLINE_ENV_X=Y becomes the program's variable X; it sees no other variables, as under the
 * executor.
 *
 * Exit codes of its own: 77, the file does not fit this program; 78, an assumption does not hold. Both mean that the replay has left the
 * path that the file was written for. Failed assertions and reported errors end by SIGABRT.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bowline.h>
#include <klee/klee.h>

#include "objects.h"

/* ---- The program's surroundings ---- */

/* What the caller says, taken out of the environment before the program can see it. */
static struct {
  const char *test;
  const char *driver;
} settings;

/* The allocator itself, where the program's calls of it are wrapped (see the end); absent in other builds. */
void *__real_malloc(size_t) __attribute__((weak));
void *__real_realloc(void *, size_t) __attribute__((weak));

static void *own_malloc(size_t size) { return __real_malloc ? __real_malloc(size) : malloc(size); }

static void *own_realloc(void *block, size_t size) {
  return __real_realloc ? __real_realloc(block, size) : realloc(block, size);
}

/* ASan's; absent in other builds. */
void __asan_poison_memory_region(const volatile void *at, size_t size) __attribute__((weak));

/* LeakSanitizer's. */
void __lsan_ignore_object(const void *block) __attribute__((weak));

/* Memory of exactly this size, followed and preceded by bytes that ASan does not let the program touch. It is not the start of a block, so
 * the program cannot free it either. */
static void *exact(size_t size) {
  enum { FRONT = 16 };
  char *block = own_malloc(FRONT + size);
  if (!block) does_not_fit("no memory for %zu bytes of input", size);
  if (__asan_poison_memory_region) __asan_poison_memory_region(block, FRONT);
  if (__lsan_ignore_object) __lsan_ignore_object(block);
  return block + FRONT;
}

static char *exact_string(const char *string) {
  size_t n = strlen(string) + 1;
  return memcpy(exact(n), string, n);
}

static const char *after(const char *string, const char *prefix) {
  size_t n = strlen(prefix);
  return strncmp(string, prefix, n) ? NULL : string + n;
}

/* Before any code of the program: its arguments and variables become strings of exactly their size, and of the environment it sees only
 * the variables that are marked as its own. */
__attribute__((constructor(101))) static void set_scene(int argc, char **argv, char **envp) {
  const char *found;
  char **kept = envp, *name = NULL;
  for (char **entry = envp; *entry; entry++) {
    if ((found = after(*entry, "BOWLINE_ENV_"))) *kept++ = exact_string(found);
    else if ((found = after(*entry, "BOWLINE_KTEST="))) settings.test = found;
    else if ((found = after(*entry, "BOWLINE_DRIVER="))) settings.driver = found;
    else if ((found = after(*entry, "BOWLINE_NAME="))) name = exact_string(found);
  }
  *kept = NULL;
  for (int i = 0; i < argc; i++) argv[i] = i == 0 && name ? name : exact_string(argv[i]);
}

/* Which of the calls to make that the program consists of. */
int __bowline_driver(void) {
  if (!settings.driver) does_not_fit("set BOWLINE_DRIVER to the number of a call");
  return atoi(settings.driver);
}

/* See runtime/libc/start.h. */
void *__bowline_allocate(size_t *size, size_t most) {
  (void)most;
  return exact(*size);
}

/* ---- The file ---- */

/* What is left of the file to read. */
struct rest {
  const unsigned char *at, *end;
};

static const unsigned char *take(struct rest *rest, size_t n) {
  if ((size_t)(rest->end - rest->at) < n) does_not_fit("the .ktest file is cut short");
  const unsigned char *start = rest->at;
  rest->at += n;
  return start;
}

static uint32_t take_number(struct rest *rest) {
  const unsigned char *b = take(rest, 4);
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void *allocate(size_t n) {
  void *memory = own_malloc(n ? n : 1);
  if (!memory) does_not_fit("no memory for the .ktest file");
  return memory;
}

static struct rest read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) does_not_fit("cannot read %s: %s", path, strerror(errno));
  size_t room = 1 << 16, n = 0;
  unsigned char *bytes = allocate(room);
  for (size_t now; (now = fread(bytes + n, 1, room - n, file)) > 0;) {
    n += now;
    if (n == room) {
      bytes = own_realloc(bytes, room *= 2);
      if (!bytes) does_not_fit("no memory for %s", path);
    }
  }
  fclose(file);
  return (struct rest){bytes, bytes + n};
}

static uint64_t take_long(struct rest *rest) {
  uint64_t high = take_number(rest);
  return high << 32 | take_number(rest);
}

/* Since version 4, which is our own, the bytes of an object may be pieces. */
static void take_pieces(struct rest *rest, struct object *object) {
  uint64_t end = 0;
  object->size = take_long(rest);
  object->piece_count = take_number(rest);
  object->pieces = allocate(object->piece_count * sizeof *object->pieces);
  for (uint32_t i = 0; i < object->piece_count; i++) {
    struct piece *piece = &object->pieces[i];
    piece->at = take_long(rest);
    piece->length = take_long(rest);
    piece->pattern_length = take_number(rest);
    piece->pattern = take(rest, piece->pattern_length);
    if (piece->at < end || piece->at > object->size || piece->length > object->size - piece->at || !piece->pattern_length)
      does_not_fit("a piece of the .ktest file does not fit its object");
    end = piece->at + piece->length;
  }
}

static void load(struct objects *objects) {
  const char *path = settings.test;
  objects->loaded = 1;
  if (!path) does_not_fit("set BOWLINE_KTEST to the .ktest file to replay");
  struct rest rest = read_file(path);
  const unsigned char *magic = take(&rest, 5);
  if (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5)) does_not_fit("%s is not a .ktest file", path);
  uint32_t version = take_number(&rest);
  if (version > 4) does_not_fit("%s has version %u; 4 is the newest known", path, version);
  for (uint32_t arguments = take_number(&rest); arguments > 0; arguments--) take(&rest, take_number(&rest));
  if (version >= 2) take(&rest, 8); /* number and length of symbolic arguments */
  objects->count = take_number(&rest);
  objects->list = allocate(objects->count * sizeof *objects->list);
  for (uint32_t i = 0; i < objects->count; i++) {
    struct object *object = &objects->list[i];
    uint32_t n = take_number(&rest);
    object->name = allocate((size_t)n + 1);
    memcpy(object->name, take(&rest, n), n);
    object->name[n] = 0;
    *object = (struct object){.name = object->name};
    if (version >= 4) {
      take_pieces(&rest, object);
    } else {
      object->size = take_number(&rest);
      object->bytes = take(&rest, object->size);
    }
  }
}

#include "interface.h"

/* ---- Allocations ----
 *
 * The program is linked with -Wl,--wrap=malloc and so on: its own calls come here, those of the C library do not. For `--malloc-may-fail` more
 * functions are wrapped, `strdup` among them, and the file says which calls get no memory. */

void *__real_calloc(size_t, size_t) __attribute__((weak));
char *__real_strdup(const char *) __attribute__((weak));

static int fails(const char *name) {
  unsigned char choice;
  if (!__real_strdup) return 0;
  fill(&choice, sizeof choice, name);
  if (choice) errno = ENOMEM;
  return choice != 0;
}

/* ASan lets the program touch one byte of a block without bytes. */
static void *allocated(void *block, size_t size) {
  if (block && size == 0 && __asan_poison_memory_region) __asan_poison_memory_region(block, 1);
  return block;
}

#define WRAPPED(type, function, parameters, arguments, name, failure)   \
  type __real_##function parameters __attribute__((weak));              \
  type __wrap_##function parameters;                                    \
  type __wrap_##function parameters {                                   \
    return fails(name) ? (failure) : __real_##function arguments;       \
  }

WRAPPED(void *, aligned_alloc, (size_t align, size_t size), (align, size), "malloc-fails", NULL)
WRAPPED(void *, memalign, (size_t align, size_t size), (align, size), "malloc-fails", NULL)
WRAPPED(void *, valloc, (size_t size), (size), "malloc-fails", NULL)
WRAPPED(int, posix_memalign, (void **block, size_t align, size_t size), (block, align, size), "malloc-fails", ENOMEM)
WRAPPED(char *, strdup, (const char *text), (text), "malloc-fails in strdup", NULL)
WRAPPED(char *, strndup, (const char *text, size_t most), (text, most), "malloc-fails in strndup", NULL)

void *__wrap_malloc(size_t size) {
  return fails("malloc-fails") ? NULL : allocated(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails("malloc-fails") ? NULL : allocated(__real_calloc(count, size), count && size);
}

/* A size of 0 frees, and asks for nothing. */
void *__wrap_realloc(void *block, size_t size) {
  int allocates = !block || size != 0;
  return allocates && fails("malloc-fails") ? NULL : allocated(__real_realloc(block, size), size);
}
