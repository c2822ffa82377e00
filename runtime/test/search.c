/* Suboptions, searching in arrays, trees and tables, numbers of 64 digits, random numbers and device numbers. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "compare.h"

OURS(getsubopt); OURS(lsearch); OURS(gnu_dev_major); OURS(gnu_dev_minor); OURS(gnu_dev_makedev);
OURS(tsearch); OURS(tfind); OURS(tdelete); OURS(twalk_r); OURS(tdestroy); OURS(hcreate_r); OURS(hsearch_r); OURS(hdestroy_r);
OURS(a64l); OURS(l64a); OURS(initstate_r); OURS(setstate_r); OURS(srandom_r); OURS(random_r); OURS(initstate); OURS(setstate); OURS(random); OURS(srandom);

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

static int by_number(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

struct order {
  int count, keys[32];
};

static void note(const void *node, VISIT visit, void *closure) {
  struct order *order = closure;
  if (visit == postorder || visit == leaf) order->keys[order->count++] = **(int *const *)node;
}

static int freed;
static void count_freed(void *key) { freed += *(int *)key; }

static void trees(void) {
  static int numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  void *theirs = NULL, *ours = NULL;
  for (int step = 0; step < 30; step++) {
    int *key = &numbers[below(16)], same;
    switch (below(3)) {
      case 0: same = **(int **)tsearch(key, &theirs, by_number) == **(int **)bl_tsearch(key, &ours, by_number); break;
      case 1: same = !tdelete(key, &theirs, by_number) == !bl_tdelete(key, &ours, by_number); break;
      default: same = !tfind(key, &theirs, by_number) == !bl_tfind(key, &ours, by_number);
    }
    check(same, "a tree with %d", *key);
  }
  struct order a = {0}, b = {0};
  twalk_r(theirs, note, &a);
  bl_twalk_r(ours, note, &b);
  check(!memcmp(&a, &b, sizeof a), "twalk of %d and %d", a.count, b.count);
  freed = 0;
  tdestroy(theirs, count_freed);
  int their_sum = freed;
  freed = 0;
  bl_tdestroy(ours, count_freed);
  check(freed == their_sum, "tdestroy");
}

static void tables(void) {
  static char names[12][4];
  struct hsearch_data theirs = {0}, ours = {0};
  size_t size = below(10);
  check(hcreate_r(size, &theirs) == bl_hcreate_r(size, &ours), "hcreate(%zu)", size);
  for (int step = 0; step < 20; step++) {
    unsigned number = below(12);
    snprintf(names[number], sizeof names[number], "%u", number);
    ENTRY item = {names[number], (void *)(uintptr_t)below(100)}, *a = NULL, *b = NULL;
    ACTION action = below(2) ? ENTER : FIND;
    errno = *ours_errno() = 0;
    int x = hsearch_r(item, action, &a, &theirs), y = bl_hsearch_r(item, action, &b, &ours);
    check(x == y && !a == !b && (!a || a->data == b->data) && errno == *ours_errno(), "hsearch(%u, %d) of %zu", number, action, size);
  }
  hdestroy_r(&theirs);
  bl_hdestroy_r(&ours);
}

static void random_numbers(void) {
  static const size_t sizes[] = {8, 16, 32, 64, 100, 128, 256, 300};
  char rooms[4][320] = {{0}};
  struct random_data theirs = {0}, ours = {0};
  unsigned seed = (unsigned)random_bits() >> below(32);
  for (int i = 0; i < 2; i++) {
    size_t size = sizes[below(8)];
    check(initstate_r(seed + i, rooms[i], size, &theirs) == bl_initstate_r(seed + i, rooms[2 + i], size, &ours), "initstate_r");
  }
  for (int i = 0; i < 100; i++) {
    int32_t a = 0, b = 0;
    random_r(&theirs, &a);
    bl_random_r(&ours, &b);
    check(a == b, "random_r: %d, not %d", b, a);
    if (i % 30 == 20) {
      unsigned which = below(2);
      check(setstate_r(rooms[which], &theirs) == bl_setstate_r(rooms[2 + which], &ours), "setstate_r");
    }
    if (i == 70) check(srandom_r(seed, &theirs) == bl_srandom_r(seed, &ours), "srandom_r");
  }
  check(!memcmp(rooms[0], rooms[2], 2 * sizeof rooms[0]), "states of random_r");
}

static void random_states(void) {
  static char rooms[4][128];
  unsigned seed = (unsigned)random_bits();
  char *theirs = initstate(seed, rooms[0], sizeof rooms[0]), *ours = bl_initstate(seed, rooms[2], sizeof rooms[2]);
  check(theirs && ours, "initstate");
  check(initstate(1, rooms[1], 64) == rooms[0] && bl_initstate(1, rooms[3], 64) == rooms[2], "initstate: the state before");
  for (int i = 0; i < 40; i++) {
    long a = random(), b = bl_random();
    check(a == b, "random: %ld, not %ld", b, a);
    if (i % 10 == 5) {
      unsigned which = below(2);
      char *x = setstate(rooms[which]), *y = bl_setstate(rooms[2 + which]);
      check(x - rooms[0] == y - rooms[2], "setstate: the state before");
    }
    if (i == 20) srandom(seed), bl_srandom(seed);
  }
  setstate(theirs);
  bl_setstate(ours);
}

static void digits_of_64(void) {
  long number = (long)(random_bits() >> below(64));
  check(!strcmp(l64a(number), bl_l64a(number)), "l64a(%ld)", number);
  char text[10];
  random_text(text, sizeof text, "./09AZaz-");
  check(a64l(text) == bl_a64l(text), "a64l(%s)", text);
}

void compare_search(void) {
  for (int turn = 0; turn < 5000; turn++) {
    suboptions();
    digits_of_64();
    if (turn % 10 == 0) {
      trees();
      tables();
      random_numbers();
      random_states();
    }
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
