/* Linking elements of a list. */
#include <search.h>
#include <stddef.h>

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
