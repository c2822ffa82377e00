// Exhaustive exploration of insertion into a binary search tree of N unknown ints, where an equal key is found instead of inserted:
// one path per order with ties, the ordered Bell number of N (4,683 for 6).
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 6
#endif

struct tree {
  int key, count;
  struct tree *left, *right;
};

static void insert(struct tree **at, int key) {
  while (*at) {
    struct tree *tree = *at;
    if (key == tree->key) {
      tree->count++;
      return;
    }
    if (key < tree->key)
      at = &tree->left;
    else
      at = &tree->right;
  }
  struct tree *leaf = calloc(1, sizeof *leaf);
  leaf->key = key;
  leaf->count = 1;
  *at = leaf;
}

static int total(const struct tree *tree) {
  if (!tree) return 0;
  return total(tree->left) + tree->count + total(tree->right);
}

int main(void) {
  int values[N];
  klee_make_symbolic(values, sizeof values, "values");
  struct tree *root = NULL;
  for (int i = 0; i < N; i++) insert(&root, values[i]);
  klee_assert(total(root) == N);
  return 0;
}
