// Small structures as arguments and results, in registers of either kind.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

struct point {
  short x, y;
};
struct weighted {
  float weight;
  int count;
};
struct three {
  char a, b, c;
};

static struct point swap(struct point p) { return (struct point){p.y, p.x}; }
static struct weighted more(struct weighted w, int n) { return (struct weighted){w.weight + 0.5f, w.count + n}; }
static struct three rotate(struct three t) { return (struct three){t.b, t.c, t.a}; }

int main(void) {
  struct point p;
  struct three t;
  klee_make_symbolic(&p, sizeof p, "p");
  klee_make_symbolic(&t, sizeof t, "t");
  struct point q = swap(p);
  struct three u = rotate(rotate(rotate(t)));
  struct weighted w = more((struct weighted){1.0f, 2}, 3);
  assert((q.x == p.y) & (q.y == p.x));
  assert((u.a == t.a) & (u.b == t.b) & (u.c == t.c));
  assert(w.weight == 1.5f && w.count == 5);
  return 0;
}
