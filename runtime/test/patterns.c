/* Shell patterns and regular expressions on small alphabets. */
#include <fnmatch.h>
#include <regex.h>
#include <string.h>

#include "compare.h"

OURS(fnmatch); OURS(regcomp); OURS(regexec); OURS(regerror); OURS(regfree);

static int slash_in_brackets(const char *pattern) {
  for (; (pattern = strchr(pattern, '[')); pattern++) {
    const char *close = pattern[1] ? strchr(pattern + 2, ']') : NULL, *slash = strchr(pattern, '/');
    if (slash && (!close || slash < close)) return 1;
  }
  return 0;
}

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
  /* A slash in brackets is not portable, and glibc sees it or not depending on what is before it. */
  if ((flag & FNM_PATHNAME) && slash_in_brackets(pattern)) return;
  int x = fnmatch(pattern, text, flag), y = bl_fnmatch(pattern, text, flag);
  check(x == y, "fnmatch(%s, %s, %d): %d, not %d", pattern, text, flag, y, x);
}

static void regular_expressions(void) {
  static const char *const extended[] = {"a", "b", "c", "ab", ".", "*", "+", "?", "(", ")", "|", "^", "$", "[ab]", "[^a]", "[a-c]", "{2}", "{1,2}", "{,2}", "{1,}", "\\b", "\\w", "\\W", "\\<", "[[:alpha:]]", "\\.", "(a|b)", "(a*)", "A", "[]a]", "{0}"};
  static const char *const basic[] = {"a", "b", "c", "ab", ".", "*", "\\+", "\\?", "\\(", "\\)", "\\|", "^", "$", "[ab]", "[^a]", "[b", "\\{2\\}", "\\{1,2\\}", "\\{,2\\}", "\\{1", "{", "+", "(", "\\s", "[[:digit:]]", "\\*", "\\(a\\|b\\)", "\\(a*\\)", "A", "[^]a]", "\\"};
  enum { GROUPS = 6 };
  char pattern[128] = "", text[10];
  int flags = (below(2) ? REG_EXTENDED : 0) | (below(6) ? 0 : REG_ICASE) | (below(6) ? 0 : REG_NEWLINE) | (below(6) ? 0 : REG_NOSUB);
  for (unsigned n = below(7); n > 0; n--) strcat(pattern, (flags & REG_EXTENDED ? extended : basic)[below(31)]);
  /* Repeated references make glibc crash. */
  if (below(12) == 0 && !strchr(pattern, '{') && !strstr(pattern, "*)") && !strstr(pattern, "*\\)")) strcat(pattern, "\\1");
  /* A basic alternative that begins with a repetition is read differently. */
  if (strstr(pattern, "\\|\\?") || strstr(pattern, "\\|\\+")) return;
  /* glibc loses count of word borders in counted repetitions. */
  if (strchr(pattern, '{') && (strstr(pattern, "\\b") || strstr(pattern, "\\<"))) return;
  /* glibc has no rule that could be kept to for groups that may be empty in counted or nested repetitions, or beside anchors. */
  static const char *const without_rule[] = {"{", "+\\+", "++", "?+", "?\\+", "*+", "*\\+", "**", "\\b", "\\<", "$)", "|^"};
  int plain = pattern[0] != '|' && !(strchr(pattern, '|') && strpbrk(pattern, "^$"));
  for (size_t i = 0; i < sizeof without_rule / sizeof *without_rule; i++) plain &= !strstr(pattern, without_rule[i]);
  regex_t theirs, ours;
  int x = regcomp(&theirs, pattern, flags), y = bl_regcomp(&ours, pattern, flags);
  check(x == y, "regcomp(%s, %d): %d, not %d", pattern, flags, y, x);
  if (!x && !y) {
    check(theirs.re_nsub == ours.re_nsub, "regcomp(%s).re_nsub", pattern);
    for (int i = 0; i < 6; i++) {
      random_text(text, sizeof text, below(2) ? "ab" : flags & REG_NEWLINE ? "abcA_ .\n" : "abcA_ .");
      regmatch_t a[GROUPS], b[GROUPS];
      memset(a, 7, sizeof a), memset(b, 7, sizeof b);
      int how = (below(6) ? 0 : REG_NOTBOL) | (below(6) ? 0 : REG_NOTEOL);
      x = regexec(&theirs, text, GROUPS, a, how), y = bl_regexec(&ours, text, GROUPS, b, how);
      check(x == y && (x || flags & REG_NOSUB || !memcmp(a, b, sizeof *a)), "regexec(%s, %d, %s, %d): %d [%d, %d], not %d [%d, %d]", pattern, flags, text, how, y, b[0].rm_so, b[0].rm_eo, x, a[0].rm_so, a[0].rm_eo);
      if (!plain || x || y || (flags & REG_NOSUB) || memcmp(a, b, sizeof *a)) continue;
      check(!memcmp(a, b, sizeof a), "groups of regexec(%s, %d, %s): [%d, %d] [%d, %d] [%d, %d], not [%d, %d] [%d, %d] [%d, %d]", pattern, flags, text, b[1].rm_so, b[1].rm_eo, b[2].rm_so, b[2].rm_eo, b[3].rm_so, b[3].rm_eo, a[1].rm_so, a[1].rm_eo, a[2].rm_so, a[2].rm_eo, a[3].rm_so, a[3].rm_eo);
    }
  }
  if (!x) regfree(&theirs);
  if (!y) bl_regfree(&ours);
}

static void messages(void) {
  for (int code = 0; code <= REG_ERPAREN; code++) {
    char x[64] = "", y[64] = "";
    size_t room = below(64);
    check(regerror(code, NULL, x, room) == bl_regerror(code, NULL, y, room) && !strcmp(x, y), "regerror(%d): %s, not %s", code, y, x);
  }
}

void compare_patterns(void) {
  for (int turn = 0; turn < 60000; turn++) shell_patterns();
  for (int turn = 0; turn < 40000; turn++) regular_expressions();
  messages();
}
