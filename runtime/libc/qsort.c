/*
 * Sorting by merging, as glibc does: equal elements keep their order and the comparisons are the same ones in the same
 * order, so a native replay sees what the executor saw. Under sanitizers, whose qsort compares more often, replays link this file.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>

struct order {
  size_t width;
  __compar_d_fn_t compare;
  void *context;
};

static void merge_sort(char *base, size_t count, char *scratch, const struct order *order) {
  if (count < 2) return;
  size_t width = order->width, left = count / 2, right = count - left;
  char *a = base, *b = base + left * width, *out = scratch;
  merge_sort(a, left, scratch, order);
  merge_sort(b, right, scratch, order);
  while (left > 0 && right > 0) {
    if (order->compare(a, b, order->context) <= 0) {
      out = mempcpy(out, a, width);
      a += width;
      left--;
    } else {
      out = mempcpy(out, b, width);
      b += width;
      right--;
    }
  }
  memcpy(out, a, left * width);
  /* What is left of the second half is already in place. */
  memcpy(base, scratch, (count - right) * width);
}

void qsort_r(void *base, size_t count, size_t width, __compar_d_fn_t compare, void *context) {
  struct order order = {width, compare, context};
  if (count < 2 || width == 0) return;
  if (count * width < 1024) {
    char scratch[count * width];
    merge_sort(base, count, scratch, &order);
  } else {
    char *scratch = malloc(count * width);
    merge_sort(base, count, scratch, &order);
    free(scratch);
  }
}

static int without_context(const void *a, const void *b, void *compare) { return ((__compar_fn_t)compare)(a, b); }

void qsort(void *base, size_t count, size_t width, __compar_fn_t compare) {
  qsort_r(base, count, width, without_context, (void *)compare);
}
