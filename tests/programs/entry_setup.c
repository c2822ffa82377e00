// What must be called before.
// flags: --entry get --entry-setup prepare --entry-pointers valid
#include <assert.h>
#include <stdlib.h>

static int *table;

void prepare(void) { table = calloc(4, sizeof *table); }

int get(unsigned at) {
  assert(table);
  return table[at & 4 ? at & 4 : at & 3]; // bug: out-of-bounds-read
}
