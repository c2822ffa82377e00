// A pointer, and a callback, out of a table at an index that is not known: each element is an unknown pointer of its own.
// flags: --entry act --entry-aliases none --capacity 32
// expect-lost: sizes of what `table->slots` points to above
#include <assert.h>

struct item {
  int key;
  struct item *next;
};

struct slot {
  struct item *first;
  int (*check)(int);
};

struct table {
  unsigned size;
  struct slot *slots;
};

int act(struct table *table, unsigned hash) {
  if (!table || !table->slots || table->size != 2) return -1;
  struct slot *slot = &table->slots[hash % table->size];
  if (!slot->first) return 0;
  if (slot->first->key != 5) return 1;
  if (hash % 2 == 1 && table->slots[0].first && table->slots[0].first->key == 6) assert(hash != 7); // bug: assertion
  return slot->check(3) == 9; // bug: null-dereference // says: check`, which is NULL
}
