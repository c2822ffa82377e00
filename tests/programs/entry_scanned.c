// Loops over texts behind pointers of the caller: what follows an unknown pointer inside of them, and what was joined behind them, is the same object.
// flags: --entry indent --capacity 4 --entry-pointers valid --entry-aliases none
// sizes: all
// expect-lost: sizes of what
#include <assert.h>

struct line {
  const char *text;
  struct line *next;
};

static unsigned blanks(const char *text) {
  unsigned at = 0;
  while (text[at] == ' ') at++;
  return at;
}

int indent(struct line *line) {
  unsigned first = blanks(line->text);
  struct line *next = line->next;
  unsigned second = blanks(next->text);
  assert(first != 3 || second != 2); // bug: assertion
  // What both found is still told apart.
  if (first == 1) assert(line->text[0] == ' ' && line->text[1] != ' ');
  if (second == 2) assert(next->text[1] == ' ' && next->text[2] != ' ');
  return first > second;
}
