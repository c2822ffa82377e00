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

enum { DOES_NOT_FIT = 77, ASSUMPTION_FAILED = 78 };

/* Leaves at once: handlers of the program are not part of what is replayed. */
static _Noreturn void leave(int status) {
  fflush(NULL);
  _exit(status);
}

static _Noreturn void does_not_fit(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("replay: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  leave(DOES_NOT_FIT);
}

/* ---- The program's surroundings ---- */

/* What the caller says, taken out of the environment before the program can see it. */
static struct {
  const char *test;
} settings;

/* ASan's; absent in other builds. */
void __asan_poison_memory_region(const volatile void *at, size_t size) __attribute__((weak));

/* Memory of exactly this size, followed and preceded by bytes that ASan does not let the program touch. It is not the start of a block, so
 * the program cannot free it either. */
static void *exact(size_t size) {
  enum { FRONT = 16 };
  char *block = malloc(FRONT + size);
  if (!block) does_not_fit("no memory for %zu bytes of input", size);
  if (__asan_poison_memory_region) __asan_poison_memory_region(block, FRONT);
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
    else if ((found = after(*entry, "BOWLINE_NAME="))) name = exact_string(found);
  }
  *kept = NULL;
  for (int i = 0; i < argc; i++) argv[i] = i == 0 && name ? name : exact_string(argv[i]);
}

/* See runtime/libc/start.h. */
void *__bowline_allocate(size_t *size, size_t most) {
  (void)most;
  return exact(*size);
}

/* ---- The file ---- */

/* One unknown object of the file. */
struct object {
  char *name;
  uint32_t size;
  const unsigned char *bytes;
  int used;
};

/* The file's objects, in the order in which they were made. */
struct objects {
  struct object *list;
  uint32_t count;
  int loaded;
};

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
  void *memory = malloc(n ? n : 1);
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
      bytes = realloc(bytes, room *= 2);
      if (!bytes) does_not_fit("no memory for %s", path);
    }
  }
  fclose(file);
  return (struct rest){bytes, bytes + n};
}

static void load(struct objects *objects) {
  const char *path = settings.test;
  objects->loaded = 1;
  if (!path) does_not_fit("set BOWLINE_KTEST to the .ktest file to replay");
  struct rest rest = read_file(path);
  const unsigned char *magic = take(&rest, 5);
  if (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5)) does_not_fit("%s is not a .ktest file", path);
  uint32_t version = take_number(&rest);
  if (version > 3) does_not_fit("%s has version %u; 3 is the newest known", path, version);
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
    object->size = take_number(&rest);
    object->bytes = take(&rest, object->size);
    object->used = 0;
  }
}

/* Whether the file's name for an object is the program's, or that with a number behind ("buf_1"), which KLEE adds to names it has seen
 * before. */
static int has_name(const struct object *object, const char *name, int numbered) {
  size_t n = strlen(name);
  if (strncmp(object->name, name, n)) return 0;
  const char *tail = object->name + n;
  if (!numbered) return !*tail;
  return *tail == '_' && tail[1] && strspn(tail + 1, "0123456789") == strlen(tail + 1);
}

/* Fills memory with the next object of that name. */
static void fill(void *memory, size_t size, const char *name) {
  static struct objects objects;
  if (size == 0) return;
  if (!objects.loaded) load(&objects);
  if (!*name) name = "unnamed";
  for (int numbered = 0; numbered < 2; numbered++) {
    for (uint32_t i = 0; i < objects.count; i++) {
      struct object *object = &objects.list[i];
      if (object->used || !has_name(object, name, numbered)) continue;
      if (object->size != size)
        does_not_fit("object '%s' has %u bytes in the file and %zu in the program", name, object->size, size);
      object->used = 1;
      memcpy(memory, object->bytes, size);
      return;
    }
  }
  does_not_fit("the file has no (further) object '%s'", name);
}

static void assume(int holds) {
  if (holds) return;
  fflush(stdout);
  fputs("replay: assumption does not hold\n", stderr);
  leave(ASSUMPTION_FAILED);
}

/* ---- klee/klee.h ---- */

void klee_make_symbolic(void *addr, size_t nbytes, const char *name) { fill(addr, nbytes, name); }

int klee_int(const char *name) {
  int value;
  fill(&value, sizeof value, name);
  return value;
}

int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  assume(begin <= value && value < end);
  return value;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  fill(&value, sizeof value, "choice");
  assume(value < n);
  return value;
}

void klee_assume(uintptr_t condition) { assume(condition != 0); }

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

void klee_silent_exit(int status) { leave(status); }

void klee_abort(void) { abort(); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fflush(stdout);
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}

unsigned klee_is_symbolic(uintptr_t n) {
  (void)n;
  return 0;
}

unsigned klee_is_replay(void) { return 1; }

float klee_get_valuef(float expr) { return expr; }
double klee_get_valued(double expr) { return expr; }
long klee_get_valuel(long expr) { return expr; }
long long klee_get_valuell(long long expr) { return expr; }
int32_t klee_get_value_i32(int32_t expr) { return expr; }
int64_t klee_get_value_i64(int64_t expr) { return expr; }

/* ASan poisons what follows an object, so its size is the distance to the first poisoned byte; without ASan it is 0. */
int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

size_t klee_get_obj_size(void *ptr) {
  size_t size = 0;
  if (!__asan_address_is_poisoned) return 0;
  while (!__asan_address_is_poisoned((char *)ptr + size)) size++;
  return size;
}

void klee_check_memory_access(const void *address, size_t size) {
  const volatile char *bytes = address;
  for (size_t i = 0; i < size; i++) (void)bytes[i];
}

int klee_get_errno(void) { return errno; }

void klee_define_fixed_object(void *addr, size_t nbytes) {
  uintptr_t page = 4096, first = (uintptr_t)addr & -page, last = ((uintptr_t)addr + nbytes + page - 1) & -page;
  void *got = mmap((void *)first, last - first, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (void *)first) does_not_fit("cannot place an object at %p: %s", addr, strerror(errno));
}

void klee_mark_global(void *object) { (void)object; }
void klee_alias_function(const char *fn_name, const char *new_fn_name) { (void)fn_name, (void)new_fn_name; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_print_expr(const char *msg, ...) { (void)msg; }
void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
void klee_stack_trace(void) {}

/* ---- bowline.h ---- */

void bowline_symbolic(void *ptr, size_t size, const char *name) { fill(ptr, size, name); }
void bowline_assume(uintptr_t condition) { assume(condition != 0); }
int bowline_range(int lo, int hi, const char *name) { return klee_range(lo, hi, name); }

unsigned bowline_choose(unsigned n, const char *name) {
  unsigned value;
  fill(&value, sizeof value, name);
  assume(value < n);
  return value;
}

void bowline_skip(void) { leave(0); }

unsigned bowline_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

/* ---- Software-verification competitions ---- */

void __VERIFIER_assume(int condition) { assume(condition != 0); }

void __VERIFIER_error(void) {
  fputs("__VERIFIER_error\n", stderr);
  abort();
}

/* Programs usually bring their own. */
__attribute__((weak)) void reach_error(void) {
  fputs("reach_error\n", stderr);
  abort();
}

_Bool __VERIFIER_nondet_bool(void) {
  unsigned char byte;
  fill(&byte, sizeof byte, "nondet");
  return byte & 1;
}

void __VERIFIER_nondet_memory(void *memory, size_t size) { fill(memory, size, "nondet"); }

#define NONDET(suffix, type, bytes)           \
  type __VERIFIER_nondet_##suffix(void) {     \
    type value = 0;                           \
    fill(&value, bytes, "nondet");            \
    return value;                             \
  }

NONDET(char, char, 1)
NONDET(schar, signed char, 1)
NONDET(uchar, unsigned char, 1)
NONDET(short, short, 2)
NONDET(ushort, unsigned short, 2)
NONDET(int, int, 4)
NONDET(uint, unsigned, 4)
NONDET(unsigned, unsigned, 4)
NONDET(long, long, 8)
NONDET(ulong, unsigned long, 8)
NONDET(longlong, long long, 8)
NONDET(ulonglong, unsigned long long, 8)
NONDET(size_t, size_t, 8)
NONDET(loff_t, long long, 8)
NONDET(pointer, void *, 8)
NONDET(pchar, char *, 8)
NONDET(u8, uint8_t, 1)
NONDET(u16, uint16_t, 2)
NONDET(u32, uint32_t, 4)
NONDET(u64, uint64_t, 8)
NONDET(s8, int8_t, 1)
NONDET(s16, int16_t, 2)
NONDET(s32, int32_t, 4)
NONDET(s64, int64_t, 8)
NONDET(int128, __int128, 16)
NONDET(uint128, unsigned __int128, 16)
NONDET(float, float, 4)
NONDET(double, double, 8)
NONDET(longdouble, long double, 10)
