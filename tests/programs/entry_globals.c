// Variables of the file are unknown, too.
// flags: --entry step --entry-globals unknown --entry-pointers valid
#include <assert.h>

static int state;
struct setting {
  int limit;
  struct setting *parent;
} *current;
static const int fixed = 3;

int step(int by) {
  if (current && current->parent && current->parent->limit == 12) state += by;
  assert(fixed == 3);
  assert(state != 44); // bug: assertion
  return state;
}
