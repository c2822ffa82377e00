/* Functions that programs under tests/programs call natively: built as a shared library by the test runner. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pair {
  int first, second;
};

struct point {
  float x, y, z;
};

struct mixed {
  long count;
  double weight;
};

struct large {
  long values[5];
};

double native_hypotenuse(double a, double b) { return a * a + b * b; }

float native_half(float x) { return x / 2; }

long double native_twice(long double x) { return x + x; }

int native_square(int x) { return x * x; }

/* Narrow arguments: a compiler may rely on the caller's extension. */
int native_narrow(signed char a, unsigned char b, short c) { return a + b + c; }

void native_fill(unsigned char *to, int byte, unsigned long length) { memset(to, byte, length); }

int native_sum_nested(struct pair **pairs, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    sum += pairs[i]->first + pairs[i]->second;
    pairs[i]->second = -pairs[i]->first;
  }
  return sum;
}

const char *native_greeting(void) { return "hello from afar"; }

int *native_counter(void) {
  static int counter[4] = {1, 2, 3, 4};
  return counter;
}

int native_add_all(int count, ...) {
  va_list list;
  int sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    sum += (int)(va_arg(list, int) * va_arg(list, double));
  va_end(list);
  return sum;
}

int native_fail(int code) {
  errno = code;
  return -1;
}

struct point native_scale(struct point p, float by) { return (struct point){p.x * by, p.y * by, p.z * by}; }

struct mixed native_mix(struct mixed m) { return (struct mixed){m.count + 1, m.weight / 2}; }

struct large native_reverse(struct large l) {
  struct large r;
  for (int i = 0; i < 5; i++)
    r.values[i] = l.values[4 - i];
  return r;
}

int native_crash(int *where) { return *where; }

void native_abort(void) { abort(); }

void native_leave(void) { exit(3); }

void native_hang(void) {
  for (volatile int go = 1; go;)
    ;
}

void native_overflow(char *buffer, int size) { buffer[size] = 1; }

void native_remove(const char *path) { unlink(path); }

int native_apply(int (*function)(int), int x) { return function(x); }

struct callbacks {
  int (*function)(int);
};

int native_apply_inside(struct callbacks *all, int x) { return all->function(x); }

void native_store_pointer(const char **to) { *to = "text of the library"; }

/* State of the library: variables, a block that it allocates once, and the C library's. */

int native_next(void) {
  static int last = 0;
  return ++last;
}

int native_thread_next(void) {
  static __thread int last = 10;
  return ++last;
}

struct handle {
  int *count;
  int uses;
};

struct handle *native_open(void) {
  struct handle *opened = malloc(sizeof *opened);
  opened->count = calloc(1, sizeof *opened->count);
  opened->uses = 0;
  return opened;
}

int native_use(struct handle *opened) {
  opened->uses++;
  return ++*opened->count;
}

void native_close(struct handle *opened) {
  free(opened->count);
  free(opened);
}

int native_scratch(int size) {
  char *volatile block = calloc(size, 1);
  int first = block[0];
  free(block);
  return first;
}

int native_remembered(void) {
  /* Volatile: a compiler may put the block into a variable. */
  static int *volatile kept;
  if (!kept)
    kept = calloc(1, sizeof *kept);
  return ++*kept;
}

void native_seed(unsigned seed) { srandom(seed); }

/* What it was given the last time. */
int native_remember(int now) {
  static int last;
  int before = last;
  last = now;
  return before;
}

/* In pieces, and with a result that is out of reach for guessing. */
int native_clamped(int x) { return x < 10 ? 10 : x > 500 ? 500 : x; }

/* What is behind the pointers, before and after. */
int native_account(long *balance, int amount) {
  *balance = *balance + 3 * amount + 1;
  return amount - 7;
}

/* As long as its text. */
int native_cells(const char *text) { return 2 * (int)strlen(text) + 1; }

/* No polynomial says this. */
int native_mixed(int x) { return (int)((unsigned)x * 2654435761u >> 20); }
