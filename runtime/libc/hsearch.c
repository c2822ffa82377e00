/*
 * Hash tables of strings. Entries stand in the order they came in and are searched from the first: nothing of the keys' bytes is
 * computed with, so that unknown keys are only ever compared. A table is full when it has as many entries as glibc's would hold.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static int is_prime(size_t odd) {
  for (size_t divisor = 3; divisor * divisor <= odd; divisor += 2)
    if (odd % divisor == 0) return 0;
  return 1;
}

int hcreate_r(size_t count, struct hsearch_data *table) {
  if (!table) {
    errno = EINVAL;
    return 0;
  }
  if (table->table) return 0;
  size_t size = count < 3 ? 3 : count | 1;
  if (size > 0x7fffffff) {
    errno = ENOMEM;
    return 0;
  }
  while (!is_prime(size)) size += 2;
  table->table = calloc(size, sizeof(ENTRY));
  table->size = (unsigned)size;
  table->filled = 0;
  return table->table != NULL;
}

void hdestroy_r(struct hsearch_data *table) {
  if (!table) {
    errno = EINVAL;
    return;
  }
  free(table->table);
  table->table = NULL;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **found, struct hsearch_data *table) {
  ENTRY *entries = (ENTRY *)table->table;
  *found = NULL;
  for (unsigned i = 0; i < table->filled; i++) {
    if (strcmp(entries[i].key, item.key) == 0) {
      *found = &entries[i];
      return 1;
    }
  }
  if (action != ENTER || table->filled == table->size) {
    errno = action == ENTER ? ENOMEM : ESRCH;
    return 0;
  }
  entries[table->filled] = item;
  *found = &entries[table->filled++];
  return 1;
}

static struct hsearch_data the_table;

int hcreate(size_t count) { return hcreate_r(count, &the_table); }
void hdestroy(void) { hdestroy_r(&the_table); }

ENTRY *hsearch(ENTRY item, ACTION action) {
  ENTRY *found;
  hsearch_r(item, action, &found, &the_table);
  return found;
}
