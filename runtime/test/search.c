/* Suboptions, linear search and device numbers. */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "compare.h"

OURS(getsubopt); OURS(lsearch); OURS(gnu_dev_major); OURS(gnu_dev_minor); OURS(gnu_dev_makedev);

static int by_value(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

static void suboptions(void) {
  static char *const names[] = {(char *)"a", (char *)"ab", (char *)"b", NULL};
  char theirs[16], ours[16];
  random_text(theirs, 12, "ab,=");
  strcpy(ours, theirs);
  char *x = theirs, *y = ours, *their_value = NULL, *our_value = NULL;
  while (*x && *y) {
    int found = getsubopt(&x, names, &their_value), our_found = bl_getsubopt(&y, names, &our_value);
    check(found == our_found && x - theirs == y - ours && !their_value == !our_value && (!our_value || their_value - theirs == our_value - ours) &&
              !memcmp(theirs, ours, strlen(theirs) + 1), "getsubopt");
  }
}

void compare_search(void) {
  for (int turn = 0; turn < 5000; turn++) {
    suboptions();
    int a[8] = {1, 2, 3, 4}, b[8] = {1, 2, 3, 4}, key = (int)below(8);
    size_t n = 4, m = 4;
    int *x = lsearch(&key, a, &n, sizeof *a, by_value), *y = bl_lsearch(&key, b, &m, sizeof *b, by_value);
    check(n == m && x - a == y - b && !memcmp(a, b, sizeof a), "lsearch(%d)", key);
    unsigned long device = random_bits();
    unsigned major = (unsigned)random_bits() >> below(32), minor = (unsigned)random_bits() >> below(32);
    check(gnu_dev_major(device) == bl_gnu_dev_major(device) && gnu_dev_minor(device) == bl_gnu_dev_minor(device), "major(%lx)", device);
    check(gnu_dev_makedev(major, minor) == bl_gnu_dev_makedev(major, minor), "makedev(%u, %u)", major, minor);
  }
}
