/* <string.h> and <strings.h> on strings over small alphabets, so that matches and near matches are frequent. */
#include <libgen.h>
#undef basename
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compare.h"

OURS(strlen); OURS(strnlen); OURS(strcpy); OURS(stpcpy); OURS(strncpy); OURS(stpncpy); OURS(strcat); OURS(strncat);
OURS(strcmp); OURS(strncmp); OURS(strcasecmp); OURS(strncasecmp); OURS(strcoll); OURS(strxfrm); OURS(strchr); OURS(strrchr);
OURS(strchrnul); OURS(index); OURS(rindex); OURS(strspn); OURS(strcspn); OURS(strpbrk); OURS(strtok); OURS(strtok_r);
OURS(strsep); OURS(strstr); OURS(strcasestr); OURS(strdup); OURS(strndup); OURS(strerror); OURS(strverscmp); OURS(ffs); OURS(ffsl);
OURS(ffsll); OURS(__xpg_basename); OURS(dirname); OURS(strerror_r);
extern char *basename(const char *) __THROW;
extern int __xpg_strerror_r(int, char *, size_t) __THROW;
OURS(basename);
OURS(__xpg_strerror_r);

enum { ROOM = 24 };

static void comparing(const char *a, const char *b, size_t n) {
  check(strcmp(a, b) == bl_strcmp(a, b), "strcmp(%s, %s)", a, b);
  check(sign(strncmp(a, b, n)) == sign(bl_strncmp(a, b, n)), "strncmp(%s, %s, %zu)", a, b, n);
  check(strcasecmp(a, b) == bl_strcasecmp(a, b), "strcasecmp(%s, %s)", a, b);
  check(strncasecmp(a, b, n) == bl_strncasecmp(a, b, n), "strncasecmp(%s, %s, %zu)", a, b, n);
  check(sign(strcoll(a, b)) == sign(bl_strcoll(a, b)), "strcoll(%s, %s)", a, b);
  check(sign(strverscmp(a, b)) == sign(bl_strverscmp(a, b)), "strverscmp(%s, %s)", a, b);
}

static void searching(const char *a, const char *b, int c) {
  check(strlen(a) == bl_strlen(a), "strlen(%s)", a);
  check(strchr(a, c) == bl_strchr(a, c), "strchr(%s, %d)", a, c);
  check(strrchr(a, c) == bl_strrchr(a, c), "strrchr(%s, %d)", a, c);
  check(strchrnul(a, c) == bl_strchrnul(a, c), "strchrnul(%s, %d)", a, c);
  check(index(a, c) == bl_index(a, c) && rindex(a, c) == bl_rindex(a, c), "index(%s, %d)", a, c);
  check(strspn(a, b) == bl_strspn(a, b), "strspn(%s, %s)", a, b);
  check(strcspn(a, b) == bl_strcspn(a, b), "strcspn(%s, %s)", a, b);
  check(strpbrk(a, b) == bl_strpbrk(a, b), "strpbrk(%s, %s)", a, b);
  check(strstr(a, b) == bl_strstr(a, b), "strstr(%s, %s)", a, b);
  check(strcasestr(a, b) == bl_strcasestr(a, b), "strcasestr(%s, %s)", a, b);
  check(basename(a) == bl_basename(a), "basename(%s)", a);
}

/* Two equal blocks of memory that the two libraries change. */
static char theirs[4 * ROOM], ours[4 * ROOM];

static void fresh(const char *text) {
  memset(theirs, 0x5a, sizeof theirs);
  strcpy(theirs, text);
  memcpy(ours, theirs, sizeof ours);
}

static void same(long their_offset, long our_offset, const char *what, const char *a, const char *b, size_t n) {
  check(their_offset == our_offset && !memcmp(theirs, ours, sizeof ours), "%s(%s, %s, %zu)", what, a, b, n);
}

static void copying(const char *a, const char *b, size_t n) {
  fresh(a), same(strcpy(theirs, b) - theirs, bl_strcpy(ours, b) - ours, "strcpy", a, b, n);
  fresh(a), same(stpcpy(theirs, b) - theirs, bl_stpcpy(ours, b) - ours, "stpcpy", a, b, n);
  fresh(a), same(strncpy(theirs, b, n) - theirs, bl_strncpy(ours, b, n) - ours, "strncpy", a, b, n);
  fresh(a), same(stpncpy(theirs, b, n) - theirs, bl_stpncpy(ours, b, n) - ours, "stpncpy", a, b, n);
  fresh(a), same(strcat(theirs, b) - theirs, bl_strcat(ours, b) - ours, "strcat", a, b, n);
  fresh(a), same(strncat(theirs, b, n) - theirs, bl_strncat(ours, b, n) - ours, "strncat", a, b, n);
  fresh(a);
  size_t full = strxfrm(theirs, b, n);
  size_t our_full = bl_strxfrm(ours, b, n);
  /* What is left in the buffer is unspecified when it does not fit. */
  if (full < n) same((long)full, (long)our_full, "strxfrm", a, b, n);
  check(full == our_full, "strxfrm(%s, %zu)", b, n);
  char *x = strndup(b, n), *y = bl_strndup(b, n), *z = bl_strdup(a);
  check(!strcmp(x, y) && !strcmp(z, a), "strndup(%s, %zu)", b, n);
  free(x), free(y), free(z);
}

static long offset(const char *found, const char *start) { return found ? found - start : -1; }

static void cutting(const char *a, const char *delimiters) {
  char *rest = NULL, *our_rest = NULL;
  fresh(a);
  char *x = strtok(theirs, delimiters), *y = bl_strtok(ours, delimiters);
  same(offset(x, theirs), offset(y, ours), "strtok", a, delimiters, 0);
  while (x && y) {
    x = strtok(NULL, delimiters), y = bl_strtok(NULL, delimiters);
    same(offset(x, theirs), offset(y, ours), "strtok", a, delimiters, 1);
  }
  fresh(a);
  x = strtok_r(theirs, delimiters, &rest), y = bl_strtok_r(ours, delimiters, &our_rest);
  while (x && y) {
    same(offset(x, theirs), offset(y, ours), "strtok_r", a, delimiters, 0);
    x = strtok_r(NULL, delimiters, &rest), y = bl_strtok_r(NULL, delimiters, &our_rest);
  }
  same(offset(x, theirs), offset(y, ours), "strtok_r", a, delimiters, 1);
  fresh(a);
  rest = theirs, our_rest = ours;
  do {
    x = strsep(&rest, delimiters), y = bl_strsep(&our_rest, delimiters);
    same(offset(x, theirs), offset(y, ours), "strsep", a, delimiters, 0);
  } while (x && y);
}

static void path_parts(void) {
  char path[ROOM];
  random_text(path, 10, "//a.");
  fresh(path);
  char *x = __xpg_basename(theirs), *y = bl___xpg_basename(ours);
  check(!strcmp(x, y), "__xpg_basename(%s): %s, not %s", path, y, x);
  fresh(path);
  x = dirname(theirs), y = bl_dirname(ours);
  check(!strcmp(x, y), "dirname(%s): %s, not %s", path, y, x);
}

void compare_string(void) {
  static const char *const alphabets[] = {"ab", "aAbB1\xff", "0123", "a.0", "/a", "abcdefghijklmnopqrstuvwxyz ,;", "0019a"};
  for (int turn = 0; turn < 20000; turn++) {
    char a[ROOM], b[ROOM], small[ROOM];
    const char *alphabet = alphabets[below(7)];
    random_text(a, ROOM, alphabet);
    random_text(b, ROOM, alphabet);
    random_text(small, 4, alphabet);
    if (below(3) == 0) strcpy(b, a), b[below(ROOM)] = alphabet[0], b[ROOM - 1] = 0;
    size_t n = below(ROOM);
    comparing(a, b, n);
    searching(a, small, alphabet[below((unsigned)strlen(alphabet) + 1)]);
    copying(a, b, n);
    cutting(a, small);
    path_parts();
    check(strnlen(a, n) == bl_strnlen(a, n), "strnlen(%s, %zu)", a, n);
    long long bits = (long long)(random_bits() << below(64));
    check(ffs((int)bits) == bl_ffs((int)bits) && ffsl(bits) == bl_ffsl(bits) && ffsll(bits) == bl_ffsll(bits), "ffs");
  }
  for (int number = -2; number < 140; number++) {
    check(!strcmp(strerror(number), bl_strerror(number)), "strerror(%d)", number);
    char x[40] = "", y[40] = "";
    size_t room = below(40);
    check(__xpg_strerror_r(number, x, room) == bl___xpg_strerror_r(number, y, room) && !strcmp(x, y),
          "__xpg_strerror_r(%d, %zu)", number, room);
  }
}
