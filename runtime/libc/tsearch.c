/*
 * Trees that are searched with the caller's comparison. The tree is not balanced: rotations would compare no less, and a tree of
 * unknown keys has a path per shape already. So the levels that twalk tells may be others than glibc's; the order is the same.
 */
#include <search.h>
#include <stdlib.h>

struct node {
  /* First, since callers read it through the node. */
  const void *key;
  struct node *smaller, *larger;
};

typedef int (*comparison)(const void *, const void *);

/* Where the node of a key is, or would be. */
static struct node **place_of(const void *key, struct node **at, comparison compare) {
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    at = order < 0 ? &(*at)->smaller : &(*at)->larger;
  }
  return at;
}

void *tfind(const void *key, void *const *root, comparison compare) {
  return root ? *place_of(key, (struct node **)root, compare) : NULL;
}

void *tsearch(const void *key, void **root, comparison compare) {
  if (!root) return NULL;
  struct node **at = place_of(key, (struct node **)root, compare);
  if (!*at && (*at = calloc(1, sizeof **at))) (*at)->key = key;
  return *at;
}

void *tdelete(const void *restrict key, void **restrict root, comparison compare) {
  if (!root || !*root) return NULL;
  struct node **at = (struct node **)root, *parent = NULL;
  while (*at) {
    int order = compare(key, (*at)->key);
    if (order == 0) break;
    parent = *at;
    at = order < 0 ? &parent->smaller : &parent->larger;
  }
  struct node *gone = *at;
  if (!gone) return NULL;
  if (gone->smaller && gone->larger) {
    struct node **next = &gone->larger;
    while ((*next)->smaller) next = &(*next)->smaller;
    struct node *moved = *next;
    *next = moved->larger;
    moved->smaller = gone->smaller;
    moved->larger = gone->larger;
    *at = moved;
  } else {
    *at = gone->smaller ? gone->smaller : gone->larger;
  }
  free(gone);
  /* The root has no parent; any pointer but NULL says that the key was there. */
  return parent ? parent : (void *)root;
}

static void walk(const struct node *node, __action_fn_t visit, int level) {
  if (!node->smaller && !node->larger) {
    visit(node, leaf, level);
    return;
  }
  visit(node, preorder, level);
  if (node->smaller) walk(node->smaller, visit, level + 1);
  visit(node, postorder, level);
  if (node->larger) walk(node->larger, visit, level + 1);
  visit(node, endorder, level);
}

void twalk(const void *root, __action_fn_t visit) {
  if (root && visit) walk(root, visit, 0);
}

static void walk_with(const struct node *node, void (*visit)(const void *, VISIT, void *), void *closure) {
  if (!node->smaller && !node->larger) {
    visit(node, leaf, closure);
    return;
  }
  visit(node, preorder, closure);
  if (node->smaller) walk_with(node->smaller, visit, closure);
  visit(node, postorder, closure);
  if (node->larger) walk_with(node->larger, visit, closure);
  visit(node, endorder, closure);
}

void twalk_r(const void *root, void (*visit)(const void *, VISIT, void *), void *closure) {
  if (root && visit) walk_with(root, visit, closure);
}

void tdestroy(void *root, __free_fn_t release) {
  struct node *node = root;
  while (node) {
    struct node *larger = node->larger;
    if (node->smaller) tdestroy(node->smaller, release);
    release((void *)node->key);
    free(node);
    node = larger;
  }
}
