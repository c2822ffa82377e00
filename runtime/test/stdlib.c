/* Sorting, searching, random numbers, division and the environment. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

OURS(qsort); OURS(qsort_r); OURS(bsearch); OURS(rand); OURS(srand); OURS(random); OURS(rand_r); OURS(drand48); OURS(srand48); OURS(lrand48);
OURS(mrand48); OURS(getenv); OURS(setenv); OURS(unsetenv); OURS(putenv); OURS(div); OURS(ldiv); OURS(abs); OURS(erand48);

enum { MOST = 300 };

/* Every comparison is logged: ours must make the same ones in the same order. */
static uint64_t log_of_comparisons;

static int compare_pairs(const void *a, const void *b) {
  const int *x = a, *y = b;
  log_of_comparisons = (log_of_comparisons + (unsigned)x[1]) * 1000003 + (unsigned)y[1];
  return (x[0] > y[0]) - (x[0] < y[0]);
}

static int compare_bytes(const void *a, const void *b, void *context) {
  ++*(int *)context;
  return *(const char *)a - *(const char *)b;
}

static void sorting(void) {
  int a[MOST][2], b[MOST][2];
  unsigned n = below(below(4) ? 20 : MOST);
  for (unsigned i = 0; i < n; i++) a[i][0] = b[i][0] = (int)below(n / 2 + 1), a[i][1] = b[i][1] = (int)i;
  log_of_comparisons = 0;
  qsort(a, n, sizeof *a, compare_pairs);
  uint64_t theirs = log_of_comparisons;
  log_of_comparisons = 0;
  bl_qsort(b, n, sizeof *b, compare_pairs);
  check(!memcmp(a, b, n * sizeof *a) && theirs == log_of_comparisons, "qsort of %u", n);
  int key[2] = {(int)below(n + 1), 0};
  check((char *)bsearch(key, a, n, sizeof *a, compare_pairs) == (char *)bl_bsearch(key, a, n, sizeof *a, compare_pairs),
        "bsearch of %u", n);
  char s[40], t[40];
  random_text(s, sizeof s, "zyxabc");
  strcpy(t, s);
  int x = 0, y = 0;
  qsort_r(s, strlen(s), 1, compare_bytes, &x);
  bl_qsort_r(t, strlen(t), 1, compare_bytes, &y);
  check(!strcmp(s, t) && x == y, "qsort_r of %s", s);
}

static void random_numbers(void) {
  int same = 1;
  for (int i = 0; i < 100; i++) same &= rand() == bl_rand();
  check(same, "rand without seed");
  for (unsigned seed = 0; seed < 400; seed++) {
    unsigned s = seed < 4 ? seed - 2 : (unsigned)random_bits(), a = s, b = s;
    srand(s), bl_srand(s), srand48(s), bl_srand48(s);
    unsigned short x[3] = {(unsigned short)s, 1, 2}, y[3] = {(unsigned short)s, 1, 2};
    for (int i = 0; i < 50; i++) {
      check(rand() == bl_rand() && random() == bl_random(), "rand after srand(%u)", s);
      check(rand_r(&a) == bl_rand_r(&b) && a == b, "rand_r(%u)", s);
      check(drand48() == bl_drand48() && lrand48() == bl_lrand48() && mrand48() == bl_mrand48() && erand48(x) == bl_erand48(y),
            "drand48 after srand48(%u)", s);
    }
  }
}

static void environment(void) {
  clearenv();
  static const char *const names[] = {"A", "AB", "B", "", "A=B"};
  static char entries[400][8];
  for (int i = 0; i < 400; i++) {
    const char *name = names[below(5)];
    char value[4];
    random_text(value, sizeof value, "xyz");
    errno = *ours_errno() = 0;
    switch (below(4)) {
      case 0: {
        int overwrite = (int)below(2);
        check(setenv(name, value, overwrite) == bl_setenv(name, value, overwrite), "setenv(%s)", name);
        break;
      }
      case 1: check(unsetenv(name) == bl_unsetenv(name), "unsetenv(%s)", name); break;
      case 2:
        snprintf(entries[i], sizeof entries[i], "%c=%s", "AB"[below(2)], value);
        check(putenv(entries[i]) == bl_putenv(entries[i]), "putenv(%s)", entries[i]);
        break;
      default: {
        char *x = getenv(name), *y = bl_getenv(name);
        check(!x == !y && (!x || !strcmp(x, y)), "getenv(%s)", name);
      }
    }
    check(errno == *ours_errno(), "errno of the environment functions for %s", name);
  }
}

void compare_stdlib(void) {
  for (int turn = 0; turn < 4000; turn++) {
    sorting();
    int a = (int)random_bits(), b = (int)random_bits() >> below(31);
    if (b == 0 || (b == -1 && a + 1 < a - 1)) continue;
    div_t x = div(a, b), y = bl_div(a, b);
    ldiv_t v = ldiv((long)a * 77777, b), w = bl_ldiv((long)a * 77777, b);
    check(x.quot == y.quot && x.rem == y.rem && v.quot == w.quot && v.rem == w.rem, "div(%d, %d)", a, b);
    check(abs(a) == bl_abs(a), "abs(%d)", a);
  }
  random_numbers();
  environment();
}
