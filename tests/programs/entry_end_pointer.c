// The end of a buffer is a pointer that nobody follows: tests keep its distance from the beginning, however far that is.
// flags: --entry grow --entry-pointers valid --entry-aliases none
// expect-lost: sizes of what `text->begin` points to above
#include <assert.h>
#include <stddef.h>

struct text {
  char *begin;
  char *end;
};

int grow(struct text *text, int more) {
  int spaces = *text->begin == ' ';
  if (more < 0x40000000) return -1;
  text->end += more;
  if (text->end == text->begin + 2) assert(!spaces); // bug: assertion
  if (text->end < text->begin) return -2;
  for (char *at = text->begin; at < text->begin + 3 && at < text->end; at++) spaces += *at == ' ';
  return spaces;
}
