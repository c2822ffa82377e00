/*
 * Shell patterns.
 *
 * Backtracking happens only at the last star, so time is bounded by the product of the lengths; a component that no star can
 * leave (FNM_PATHNAME) is matched by itself. FNM_EXTMATCH patterns use recursion.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#include "character_class.h"

/* Where a text begins matters for periods; everything else of the state is in the arguments. */
struct text {
  const char *begin;
  int flags;
};

static int fold(int flags, unsigned char c) {
  return flags & FNM_CASEFOLD ? c | (((unsigned)c - 'A' < 26u) << 5) : c;
}

/* Whether a period here may only be matched by a period. */
static int period_is_leading(const struct text *text, const char *at) {
  if (!(text->flags & FNM_PERIOD) || *at != '.') return 0;
  return at == text->begin || ((text->flags & FNM_PATHNAME) && at[-1] == '/');
}

/* A bracket expression: after the '[', one character against the set. Sets *end behind the ']'; -1: not an expression. */
static int in_brackets(const char *p, unsigned char c, int flags, const char **end) {
  int escapes = !(flags & FNM_NOESCAPE), negated = *p == '!' || *p == '^', found = 0;
  unsigned char folded = (unsigned char)fold(flags, c);
  if (negated) p++;
  for (int first = 1;; first = 0) {
    unsigned char low = (unsigned char)*p++;
    if (low == ']' && !first) break;
    if (low == 0) return -1;
    if (low == '/' && (flags & FNM_PATHNAME)) return -1;
    if (low == '[' && *p == ':') {
      size_t length;
      int class = __bowline_class_named(p + 1, ":]", &length);
      if (class >= 0) {
        found |= __bowline_in_class(class, c) | ((flags & FNM_CASEFOLD) && __bowline_in_class(class, folded));
        p += length + 3;
        continue;
      }
      if (class == -2) return -1;
    }
    int named = low == '[' && (*p == '.' || *p == '=');
    if (named && p[1] && p[2] == *p && p[3] == ']') {
      /* An equivalence class is never an end of a range. */
      int alone = *p == '=';
      low = (unsigned char)p[1];
      p += 4;
      if (alone) {
        found |= fold(flags, low) == folded;
        continue;
      }
    } else if (named && *p == '.') {
      return 0;
    } else if (low == '\\' && escapes) {
      if (!*p) return -1;
      low = (unsigned char)*p++;
    }
    unsigned char high = low;
    if (*p == '-' && p[1] != ']' && p[1]) {
      high = (unsigned char)*++p;
      p++;
      if (high == '\\' && escapes) {
        if (!*p) return -1;
        high = (unsigned char)*p++;
      } else if (high == '[' && (*p == '.' || *p == '=') && p[1] && p[2] == *p && p[3] == ']') {
        high = (unsigned char)p[1];
        p += 4;
      } else if (high == '[' && *p == '.') {
        return 0;
      }
      int below = folded < fold(flags, low), above = folded > fold(flags, high);
      found |= !(below | above);
      continue;
    }
    found |= fold(flags, low) == folded;
  }
  *end = p;
  return found != negated;
}

static int match(const struct text *text, const char *p, const char *s);

/* ---- Lists of alternatives: ?(a|b) *(a|b) +(a|b) @(a|b) !(a|b) ---- */

static int opens_list(const char *p) { return *p && strchr("?*+@!", *p) && p[1] == '('; }

/* The end of an alternative that begins at `p`: the '|' or ')' of its own level; NULL if the list is not closed. */
static const char *alternative_end(const char *p) {
  for (int depth = 0; *p; p++) {
    if (*p == '\\' && p[1]) {
      p++;
    } else if (*p == '[') {
      const char *close = p + 1;
      if (*close == '!' || *close == '^') close++;
      if (*close == ']') close++;
      close = strchr(close, ']');
      if (close) p = close;
    } else if (*p == '(') {
      depth++;
    } else if ((*p == ')' || *p == '|') && depth == 0) {
      return p;
    } else if (*p == ')') {
      depth--;
    }
  }
  return NULL;
}

/* The ')' of the list whose first alternative begins at `p`; NULL if there is none. */
static const char *list_end(const char *p) {
  const char *end = alternative_end(p);
  while (end && *end == '|') end = alternative_end(end + 1);
  return end;
}

/* Whether the pattern p[0..p_size) matches exactly the text s[0..s_size). */
static int match_part(const struct text *text, const char *p, size_t p_size, const char *s, size_t s_size) {
  char pattern[p_size + 1], piece[s_size + 1];
  memcpy(pattern, p, p_size), pattern[p_size] = 0;
  memcpy(piece, s, s_size), piece[s_size] = 0;
  /* A piece from the middle has no leading period. */
  int begins = s == text->begin || ((text->flags & FNM_PATHNAME) && s[-1] == '/');
  struct text inner = {begins ? piece : NULL, text->flags};
  return match(&inner, pattern, piece);
}

static int any_alternative(const struct text *text, const char *list, const char *s, size_t n) {
  for (;;) {
    const char *end = alternative_end(list);
    if (match_part(text, list, (size_t)(end - list), s, n)) return 1;
    if (*end == ')') return 0;
    list = end + 1;
  }
}

static int match_list(const struct text *text, const char *p, const char *s) {
  char kind = *p;
  const char *list = p + 2, *rest = list_end(list) + 1;
  size_t length = strlen(s);
  if ((kind == '?' || kind == '*') && match(text, rest, s)) return 1;
  for (size_t n = 0; n <= length; n++) {
    int fits = any_alternative(text, list, s, n);
    if (kind == '!') {
      if (!fits && match(text, rest, s + n)) return 1;
      continue;
    }
    if (!fits) continue;
    if (match(text, rest, s + n)) return 1;
    if ((kind == '*' || kind == '+') && n > 0 && match_list(text, p, s + n)) return 1;
  }
  return 0;
}

/* ---- Everything else ---- */

/* One character of the text against one element of the pattern; moves the pattern on. -1: the pattern is broken. */
static int match_one(const struct text *text, const char **pattern, const char *s) {
  const char *p = *pattern;
  int flags = text->flags;
  unsigned char c = (unsigned char)*s;
  int slash = (flags & FNM_PATHNAME) && c == '/';
  switch (*p) {
    case '?': *pattern = p + 1; return c != 0 && !slash && !period_is_leading(text, s);
    case '[': {
      const char *end;
      int result = c == 0 ? 0 : in_brackets(p + 1, c, flags, &end);
      if (c == 0) return 0;
      if (result < 0) break;
      *pattern = end;
      return result && !slash && !period_is_leading(text, s);
    }
    case '\\':
      if (flags & FNM_NOESCAPE) break;
      if (!p[1]) return -1;
      *pattern = p + 2;
      return c != 0 && fold(flags, (unsigned char)p[1]) == fold(flags, c);
  }
  *pattern = p + 1;
  return c != 0 && fold(flags, (unsigned char)*p) == fold(flags, c);
}

static int match(const struct text *text, const char *p, const char *s) {
  int flags = text->flags;
  const char *star = NULL, *from = NULL; /* the last star, and where its text ends so far */
  for (;;) {
    if ((flags & FNM_EXTMATCH) && opens_list(p) && list_end(p + 2)) {
      if (match_list(text, p, s)) return 1;
    } else if (*p == '*') {
      if (period_is_leading(text, s)) goto retry;
      star = ++p;
      from = s;
      continue;
    } else if (!*p) {
      if (!*s || ((flags & FNM_LEADING_DIR) && *s == '/')) return 1;
    } else {
      int one = match_one(text, &p, s);
      if (one < 0) return 0;
      if (one) {
        s++;
        continue;
      }
    }
  retry:
    if (!star || !*from || ((flags & FNM_PATHNAME) && *from == '/')) return 0;
    s = ++from;
    p = star;
  }
}

int fnmatch(const char *pattern, const char *string, int flags) {
  struct text text = {string, flags};
  return match(&text, pattern, string) ? 0 : FNM_NOMATCH;
}
