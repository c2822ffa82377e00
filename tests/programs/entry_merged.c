// Paths of a loop over unknown memory are joined before and after further memory is made.
// flags: --entry find --capacity 4 --entry-pointers valid
// sizes: all
// expect-lost: sizes of what `key` points to above 4
struct node {
  int value;
  struct node *next;
};

int find(struct node *list, const char *key, unsigned n) {
  int hits = 0;
  for (unsigned i = 0; i < n && key[i]; i++)
    if (key[i] == 'a') hits++;
  if (list->value == hits) {
    if (hits == 2) return 7 / list->next->value; // bug: division-by-zero
    return list->next->value;
  }
  return hits;
}
