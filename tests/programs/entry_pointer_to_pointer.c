// What is behind a pointer to a pointer has the name that a programmer writes.
// flags: --entry pop
struct node {
  struct node *next;
  int value;
};

int pop(struct node **list) {
  struct node *first = *list; // bug: null-dereference // says: `list`, which is NULL
  *list = first->next;        // bug: null-dereference // says: `*list`, which is NULL
  return (*list)->value;      // bug: null-dereference // says: `(*list)->next`, which is NULL
}
