// A search tree, two levels deep.
// flags: --entry find --entry-aliases none --entry-depth 2 --entry-pointers valid
// sizes: all
// expect-lost: pointers away
#include <assert.h>

struct tree {
  int key;
  struct tree *left, *right;
};

int find(struct tree *t, int key) {
  int steps = 0;
  while (t) {
    if (t->key == key) {
      assert(steps != 1 || key != 99); // bug: assertion
      return 1;
    }
    steps++;
    t = key < t->key ? t->left : t->right;
  }
  return 0;
}
