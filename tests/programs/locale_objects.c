// Numbers are written between duplocale, newlocale and uselocale, as libraries do that want a point whatever the locale is.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8];
  int known = klee_range(0, 2, "known");
  locale_t before = uselocale((locale_t)0);
  locale_t copy = duplocale(before);
  assert(copy);
  locale_t numbers = newlocale(LC_NUMERIC_MASK, known ? "C" : "no such locale", copy);
  if (!numbers) {
    assert(errno == ENOENT);
    freelocale(copy);
    return 1;
  }
  assert(uselocale(numbers) == before);
  snprintf(text, sizeof text, "%.1f", 1.5);
  assert(uselocale(before) == numbers);
  freelocale(numbers);
  assert(strcmp(text, "1.5") == 0);
  return 0;
}
