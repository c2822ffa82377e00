/*
 * The native oracle: what a generated program does for each of its inputs, in one process.
 *
 * It is included before the checked form of a program (see program.py), in which every access to memory, division and shift goes
 * through the macros below. Objects lie far apart in an arena, each in a slot of its own, so that an address names its
 * object also when it is out of bounds or the object was freed. The first bug of an input ends it, by longjmp.
 *
 * What would make the comparison meaningless (reading memory that was never written, overlapping copies, endless loops) is
 * a *fault* of the generator: the process says so and the program is not used.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* In the order of KINDS in oracle.py. */
enum { READ, WRITE, NULL_ACCESS, AFTER_FREE, TWICE_FREED, WRONG_FREE, BY_ZERO, BAD_SHIFT, ASSERTION, ABORT, OVERFLOW };
enum { EXITED, FAILED };

enum { SLOT = 1 << 16, SLOTS = 2048, LINES = 2000, OUTPUT = 400, FUEL = 20000, NULL_PAGE = 4096 };

struct object {
  size_t size;
  int heap, freed;
};

/* What oracle.py reads, one per input. */
struct outcome {
  int32_t how, value;
  uint32_t kinds, length;
  uint64_t output;
};

static char *arena, *written; /* `written` has a byte for each of the arena's: was it ever written? */
static struct object objects[SLOTS];
static int object_count, fuel;
static unsigned char reached[LINES];
static char output[OUTPUT];
static size_t output_length;
static struct outcome outcome;
static jmp_buf over;
static const int64_t *input_values;

static void fault(const char *why, int line) {
  fprintf(stderr, "fault at line %d: %s\n", line, why);
  _Exit(3);
}

static void fail(unsigned kinds, int line) {
  outcome.how = FAILED, outcome.kinds = kinds, outcome.value = line;
  longjmp(over, 1);
}

static void leave(int status) {
  outcome.how = EXITED, outcome.value = status & 0xff;
  longjmp(over, 1);
}

static void visit(int line) {
  reached[line] = 1;
  if (--fuel < 0) fault("endless", line);
}

/* A new object; `from` is what it contains, or NULL. */
static void *make(size_t size, const void *from, int heap) {
  if (object_count == SLOTS || size > SLOT / 4) fault("too much memory", 0);
  char *at = arena + (size_t)object_count * SLOT + SLOT / 2;
  objects[object_count++] = (struct object){size, heap, 0};
  memset(written + (at - arena), from != NULL, size);
  if (from) memcpy(at, from, size);
  return at;
}

static struct object *object_of(const void *at) {
  uintptr_t offset = (uintptr_t)at - (uintptr_t)arena;
  return offset < (uintptr_t)object_count * SLOT ? &objects[offset / SLOT] : NULL;
}

static char *start_of(const struct object *object) { return arena + (size_t)(object - objects) * SLOT + SLOT / 2; }

/* The kinds of bugs, as a set, that accessing these bytes is. */
static unsigned wrong(const void *at, size_t size, int kind) {
  struct object *object = object_of(at);
  if (size == 0) return 0;
  if ((uintptr_t)at < NULL_PAGE) return 1u << NULL_ACCESS;
  if (!object) return 1u << kind;
  if (object->freed) return 1u << AFTER_FREE;
  size_t offset = (uintptr_t)at - (uintptr_t)start_of(object);
  return offset > object->size || size > object->size - offset ? 1u << kind : 0;
}

static void *access_at(const void *base, int64_t offset, size_t size, int kind, int line) {
  char *at = (char *)((uintptr_t)base + (uintptr_t)offset);
  unsigned kinds = wrong(at, size, kind);
  if (kinds) fail(kinds, line);
  if (kind == WRITE) {
    memset(written + (at - arena), 1, size);
  } else if (size && memchr(written + (at - arena), 0, size)) {
    fault("uninitialised", line);
  }
  return at;
}

static unsigned char byte_at(const char *at, int line) { return *(unsigned char *)access_at(at, 0, 1, READ, line); }
static void set_byte(char *at, int c, int line) { *(char *)access_at(at, 0, 1, WRITE, line) = (char)c; }

/* Element `i` of `base`, and field `f` of structure `i`; to read, and to write. */
#define AT(T, base, i) (*(const T *)access_at((base), (int64_t)(i) * (int64_t)sizeof(T), sizeof(T), READ, __LINE__))
#define PUT(T, base, i) (*(T *)access_at((base), (int64_t)(i) * (int64_t)sizeof(T), sizeof(T), WRITE, __LINE__))
#define PLACE(S, f, i) ((int64_t)(i) * (int64_t)sizeof(S) + (int64_t)offsetof(S, f))
#define FIELD(T, S, f, base, i) (*(T *)access_at((base), PLACE(S, f, i), sizeof(T), READ, __LINE__))
#define PUT_FIELD(T, S, f, base, i) (*(T *)access_at((base), PLACE(S, f, i), sizeof(T), WRITE, __LINE__))

#define IS_LEAST(x) ((__typeof__(x))-1 < 0 && (x) == (__typeof__(x))((uint64_t)1 << (sizeof(x) * 8 - 1)))
#define QUOTIENT(x, op, y) ({ \
    __auto_type x_ = +(x); \
    __auto_type y_ = +(y); \
    __typeof__(x_ + y_) p_ = x_, q_ = y_; \
    if (q_ == 0) fail(1u << BY_ZERO, __LINE__); \
    if (q_ == (__typeof__(q_))-1 && IS_LEAST(p_)) fail(1u << OVERFLOW, __LINE__); \
    p_ op q_; })
#define SHIFT(x, op, y) ({ \
    __auto_type x_ = +(x); \
    __auto_type y_ = +(y); \
    if (y_ < 0 || y_ >= (__typeof__(y_))(sizeof x_ * 8)) fail(1u << BAD_SHIFT, __LINE__); \
    x_ op y_; })

/* What the program sees of the C library, with the order of accesses of Bowline's where that decides the kind. */
static void *checked_malloc(size_t size) { return make(size, NULL, 1); }

static void *checked_calloc(size_t count, size_t size) {
  static const char zeros[SLOT / 4];
  return make(count * size, zeros, 1);
}

static void checked_free(const void *pointer, int line) {
  struct object *object = object_of(pointer);
  if (!pointer) return;
  if (object && object->freed) fail(1u << TWICE_FREED, line);
  if (!object || !object->heap || pointer != start_of(object)) fail(1u << WRONG_FREE, line);
  object->freed = 1;
}

static void *checked_realloc(void *pointer, size_t size, int line) {
  struct object *object = object_of(pointer);
  if (size == 0) fault("realloc to 0 bytes", line);
  if (object && object->freed) fail(1u << TWICE_FREED, line);
  if (pointer && (!object || !object->heap || pointer != start_of(object))) fail(1u << WRONG_FREE, line);
  char *copy = make(size, NULL, 1);
  if (!pointer) return copy;
  size_t kept = object->size < size ? object->size : size;
  memcpy(copy, pointer, kept);
  memcpy(written + (copy - arena), written + ((char *)pointer - arena), kept);
  object->freed = 1;
  return copy;
}

static void *checked_copy(void *to, const void *from, size_t n, int may_overlap, int line) {
  unsigned kinds = wrong(from, n, READ) | wrong(to, n, WRITE);
  if (kinds) fail(kinds, line);
  if (!may_overlap && (char *)to < (char *)from + n && (char *)from < (char *)to + n) fault("overlap", line);
  if (n == 0) return to;
  memmove(to, from, n);
  memmove(written + ((char *)to - arena), written + ((char *)from - arena), n);
  return to;
}

static void *checked_memset(void *to, int c, size_t n, int line) {
  return n ? memset(access_at(to, 0, n, WRITE, line), c, n) : to;
}

/* Only inside the objects: whether bytes behind the first difference are read is nobody's promise. */
static int checked_memcmp(const void *a, const void *b, size_t n, int line) {
  if (wrong(a, n, READ) || wrong(b, n, READ)) fault("memcmp outside of an object", line);
  return n ? memcmp(access_at(a, 0, n, READ, line), access_at(b, 0, n, READ, line), n) : 0;
}

static void *checked_memchr(const void *at, int c, size_t n, int line) {
  for (size_t i = 0; i < n; i++)
    if (byte_at((const char *)at + i, line) == (unsigned char)c) return (char *)at + i;
  return NULL;
}

static size_t checked_strlen(const char *s, int line) {
  size_t n = 0;
  while (byte_at(s + n, line)) n++;
  return n;
}

static char *checked_strchr(const char *s, int c, int line) {
  for (;; s++) {
    unsigned char at = byte_at(s, line);
    if (at == (unsigned char)c) return (char *)s;
    if (!at) return NULL;
  }
}

static char *checked_strrchr(const char *s, int c, int line) {
  for (size_t n = checked_strlen(s, line) + 1; n-- > 0;)
    if ((unsigned char)s[n] == (unsigned char)c) return (char *)s + n;
  return NULL;
}

static int checked_strncmp(const char *a, const char *b, size_t n, int line) {
  for (size_t i = 0; i < n; i++) {
    int x = byte_at(a + i, line), y = byte_at(b + i, line);
    if (x != y || !x) return x - y;
  }
  return 0;
}

static char *checked_strcpy(char *to, const char *from, int line) {
  for (size_t i = 0;; i++) {
    int c = byte_at(from + i, line);
    set_byte(to + i, c, line);
    if (!c) return to;
  }
}

static char *checked_strncpy(char *to, const char *from, size_t n, int line) {
  size_t i = 0;
  for (int c = 1; i < n && c; i++) {
    c = byte_at(from + i, line);
    set_byte(to + i, c, line);
  }
  checked_memset(to + i, 0, n - i, line);
  return to;
}

/* For functions that are run natively: their string must end inside its object. */
static const char *terminated(const char *s, int line) {
  struct object *object = object_of(s);
  if (!object || wrong(s, 1, READ)) fault("no string", line);
  const char *end = memchr(s, 0, (size_t)(start_of(object) + object->size - s));
  if (!end || memchr(written + (s - arena), 0, (size_t)(end - s + 1))) fault("no terminator", line);
  return s;
}

static void checked_put(int c) {
  if (output_length == OUTPUT) fault("too much output", 0);
  output[output_length++] = (char)c;
}

static int checked_snprintf(int line, char *to, size_t n, const char *format, ...) {
  char text[OUTPUT];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  for (size_t i = 0; i + 1 < n && i < (size_t)length; i++) set_byte(to + i, text[i], line);
  if (n) set_byte(to + ((size_t)length < n - 1 ? (size_t)length : n - 1), 0, line);
  return length;
}

static int checked_print(const char *format, ...) {
  char text[OUTPUT];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  for (int i = 0; i < length; i++) checked_put(text[i]);
  return length;
}

#include "brute_force.h"

#define L() visit(__LINE__)
#define SPLIT() (void)(outcome.kinds = 1)
#define malloc(n) checked_malloc(n)
#define calloc(n, m) checked_calloc(n, m)
#define realloc(p, n) checked_realloc(p, n, __LINE__)
#define free(p) checked_free(p, __LINE__)
#define memcpy(to, from, n) checked_copy(to, from, n, 0, __LINE__)
#define memmove(to, from, n) checked_copy(to, from, n, 1, __LINE__)
#define memset(to, c, n) checked_memset(to, c, n, __LINE__)
#define memcmp(a, b, n) checked_memcmp(a, b, n, __LINE__)
#define memchr(s, c, n) checked_memchr(s, c, n, __LINE__)
#define strlen(s) checked_strlen(s, __LINE__)
#define strchr(s, c) checked_strchr(s, c, __LINE__)
#define strrchr(s, c) checked_strrchr(s, c, __LINE__)
#define strcmp(a, b) checked_strncmp(a, b, SIZE_MAX, __LINE__)
#define strncmp(a, b, n) checked_strncmp(a, b, n, __LINE__)
#define strcpy(to, from) checked_strcpy(to, from, __LINE__)
#define strncpy(to, from, n) checked_strncpy(to, from, n, __LINE__)
#define TERMINATED(s) terminated(s, __LINE__)
#define snprintf(to, n, ...) checked_snprintf(__LINE__, to, n, __VA_ARGS__)
#define print checked_print
#define put checked_put
#define exit leave
#define abort() fail(1u << ABORT, __LINE__)
#define assert(condition) ((condition) ? (void)0 : fail(1u << ASSERTION, __LINE__))
#define INPUT(k) (input_values[k])
#define LOCAL(T, ...) make(sizeof(T), &(T)__VA_ARGS__, 0)
#define LITERAL(text) make(sizeof(text), text, 0)
