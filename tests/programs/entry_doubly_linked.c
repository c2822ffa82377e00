// Neighbours of a node may be each other, or the node itself.
// flags: --entry take_out --entry-pointers valid
#include <assert.h>

struct node {
  struct node *before, *behind;
  int kind;
};

int take_out(struct node *node) {
  if (node->before) node->before->behind = node->behind;
  if (node->behind) node->behind->before = node->before;
  if (node->before && node->before == node->behind && node->before != node) {
    assert(node->before->kind != 3); // bug: assertion
    return 2;
  }
  return 1;
}
