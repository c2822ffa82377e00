/* The generator, the counters, and the executor's builtins as the native test provides them. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* Of one kind of difference, that is, with one message, so many are shown. */
enum { MOST_SHOWN = 4, KINDS = 1024 };

static unsigned long passed, failed;
static uint64_t state;

void check(int same, const char *format, ...) {
  if (same) {
    passed++;
    return;
  }
  failed++;
  static unsigned char shown[KINDS];
  unsigned char *of_this_kind = &shown[(uintptr_t)format % KINDS];
  if (*of_this_kind == MOST_SHOWN) return;
  ++*of_this_kind;
  va_list arguments;
  va_start(arguments, format);
  printf("DIFFERENT ");
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
}

uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * UINT64_C(0x9e3779b97f4a7c15);
}

unsigned below(unsigned n) { return (unsigned)((random_bits() >> 32) % n); }

void random_text(char *out, unsigned room, const char *alphabet) {
  unsigned n = below(room), letters = (unsigned)strlen(alphabet);
  for (unsigned i = 0; i < n; i++) out[i] = alphabet[below(letters)];
  out[n] = 0;
}

int sign(int n) { return (n > 0) - (n < 0); }

/* ---- The executor's builtins ---- */

char output[1 << 16];
size_t output_size;

void output_reset(void) { output_size = 0; }

void bl___bowline_write(int fd, const void *bytes, unsigned long n) {
  (void)fd;
  if (n > sizeof output - output_size) n = sizeof output - output_size;
  memcpy(output + output_size, bytes, n);
  output_size += n;
}

_Noreturn void bl___bowline_exit(int status) { exit(100 + status); }
_Noreturn void bl___bowline_unsupported(const char *what) {
  printf("unsupported: %s\n", what);
  exit(1);
}
void bl___bowline_refused(const char *what) { (void)what; }
_Noreturn void bl_klee_silent_exit(int status) { exit(100 + status); }

int all_is_known;

/* Both answers are right as far as results go, so both are given, except where less is told of what is unknown. */
unsigned bl_klee_is_symbolic(uintptr_t value) {
  (void)value;
  return all_is_known ? 0 : below(2);
}

uint64_t bl___bowline_concretise(uint64_t value, const char *what) {
  (void)what;
  return value;
}

int bl___bowline_decide(int condition) { return condition != 0; }

int *bl___errno_location(void);
int *ours_errno(void) { return bl___errno_location(); }

void *bl_malloc(size_t n) { return malloc(n); }
void *bl_calloc(size_t count, size_t n) { return calloc(count, n); }
void *bl_aligned_alloc(size_t alignment, size_t n) { return aligned_alloc(alignment, n); }
void *bl_realloc(void *memory, size_t n) { return realloc(memory, n); }
void bl_free(void *memory) { free(memory); }
void *bl_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *bl_mempcpy(void *to, const void *from, size_t n) { return mempcpy(to, from, n); }
void *bl_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *bl_memset(void *memory, int c, size_t n) { return memset(memory, c, n); }
_Noreturn void bl_abort(void) { abort(); }
_Noreturn void bl__Exit(int status) { _Exit(status); }

/* libm as the executor offers it: errno goes through the last argument. */
#define LIBM_ONE(name, type)                       \
  type bl___bowline_libm_##name(type x, int *error) { \
    errno = 0;                                     \
    type result = name(x);                         \
    *error = errno;                                \
    return result;                                 \
  }
#define LIBM_TWO(name, type)                               \
  type bl___bowline_libm_##name(type x, type y, int *error) { \
    errno = 0;                                             \
    type result = name(x, y);                              \
    *error = errno;                                        \
    return result;                                         \
  }
#define ONE(name) LIBM_ONE(name, double) LIBM_ONE(name##f, float)
#define TWO(name) LIBM_TWO(name, double) LIBM_TWO(name##f, float)
ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(cbrt) ONE(erf) ONE(erfc)
ONE(lgamma) ONE(tgamma) ONE(j0) ONE(j1) ONE(y0) ONE(y1) TWO(atan2) TWO(pow) TWO(hypot) TWO(remainder) TWO(nextafter)

int main(int argc, char **argv) {
  state = UINT64_C(0x1234567) + (argc > 1 ? strtoul(argv[1], NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15);
  compare_string();
  compare_memory();
  compare_ctype();
  compare_integers();
  compare_floats();
  compare_printf();
  compare_scanf();
  compare_math();
  compare_stdlib();
  compare_stdio();
  compare_getopt();
  compare_wide();
  compare_time();
  compare_search();
  compare_network();
  compare_libm();
  compare_patterns();
  compare_files();
  compare_streams();
  printf("%lu passed, %lu failed\n", passed, failed);
  return failed != 0;
}
