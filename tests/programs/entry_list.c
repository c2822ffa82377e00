// A list of unknown length, values and names; without circles.
// flags: --entry sum --entry-aliases none --entry-depth 3
// sizes: all
// expect-lost: pointers away
struct node {
  int value;
  struct node *next;
};

int sum(const struct node *list, int limit) {
  int total = 0;
  for (; list; list = list->next) {
    if (list->value > limit) return -1;
    total += list->value == 7;
  }
  if (total == 2) return 1 / (total - 2); // bug: division-by-zero
  return total;
}
