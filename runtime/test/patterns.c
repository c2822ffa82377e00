/* Shell patterns and regular expressions on small alphabets. */
#include <fnmatch.h>
#include <string.h>

#include "compare.h"

OURS(fnmatch);

static void shell_patterns(void) {
  static const char *const pieces[] = {"*", "?", "a", "b", "c", ".", "/", "[ab]", "[!a]", "[^b]", "[a-c]", "\\", "[", "]", "\\*", "[[:alpha:]]", "[[:digit:]x]", "A", "[]a]", "[a-", "-", "[.]", "[\\]]", "[[.b.]]", "[[=b=]-c]"};
  static const char *const lists[] = {"?(", "*(", "+(", "@(", "!(", "|", ")", "a", "b", "*", "ab"};
  static const int flags[] = {FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR};
  char pattern[128] = "", text[12];
  random_text(text, sizeof text, below(2) ? "ab./" : "aAb.c/]\\*[-");
  int flag = 0;
  for (int i = 0; i < 5; i++) flag |= below(3) ? 0 : flags[i];
  if (below(8)) {
    for (unsigned n = below(7); n > 0; n--) strcat(pattern, pieces[below(sizeof pieces / sizeof *pieces)]);
  } else {
    flag = (flag & ~FNM_LEADING_DIR) | FNM_EXTMATCH;
    strcat(pattern, lists[below(5)]);
    for (unsigned n = below(5); n > 0; n--) strcat(pattern, lists[5 + below(6)]);
    if (below(4)) strcat(pattern, ")");
    if (below(2)) strcat(pattern, pieces[below(5)]);
  }
  int x = fnmatch(pattern, text, flag), y = bl_fnmatch(pattern, text, flag);
  check(x == y, "fnmatch(%s, %s, %d): %d, not %d", pattern, text, flag, y, x);
}

void compare_patterns(void) {
  for (int turn = 0; turn < 60000; turn++) shell_patterns();
}
