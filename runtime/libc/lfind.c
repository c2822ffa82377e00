/* Searching arrays from the front, and linking elements of a list. */
#include <search.h>
#include <string.h>

void *lfind(const void *key, const void *base, size_t *count, size_t size, __compar_fn_t compare) {
  for (size_t i = 0; i < *count; i++) {
    const char *element = (const char *)base + i * size;
    if (!compare(key, element)) return (void *)element;
  }
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, __compar_fn_t compare) {
  void *found = lfind(key, base, count, size, compare);
  return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}

struct link {
  struct link *next, *previous;
};

void insque(void *element, void *after) {
  struct link *new = element, *before = after;
  new->previous = before;
  new->next = before ? before->next : NULL;
  if (before) {
    if (before->next) before->next->previous = new;
    before->next = new;
  }
}

void remque(void *element) {
  struct link *old = element;
  if (old->next) old->next->previous = old->previous;
  if (old->previous) old->previous->next = old->next;
}
