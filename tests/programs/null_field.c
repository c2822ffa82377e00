// Writes to a field far inside an object that is not there.
// expect-paths: 1
#include <klee/klee.h>
#include <stddef.h>

struct record {
  char text[64];
  int count;
};

static struct record the_record;

static struct record *get(int which) { return which == 3 ? NULL : &the_record; }

int main(void) {
  struct record *record = get(klee_range(0, 4, "which"));
  record->count = 1; // bug: null-dereference
  return 0;
}
