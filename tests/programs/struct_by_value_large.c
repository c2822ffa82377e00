// Large structures as arguments and results, which are copied through memory.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

struct matrix {
  int cells[3][3];
};

static struct matrix transpose(struct matrix m) {
  struct matrix result;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) result.cells[i][k] = m.cells[k][i];
  m.cells[0][0] = -1; /* the caller's copy must not change */
  return result;
}

int main(void) {
  struct matrix m;
  klee_make_symbolic(&m, sizeof m, "m");
  int corner = m.cells[0][0];
  struct matrix t = transpose(m), back = transpose(t);
  int same = 1;
  for (int i = 0; i < 9; i++) same &= back.cells[i / 3][i % 3] == m.cells[i / 3][i % 3];
  assert(same);
  assert(m.cells[0][0] == corner);
  assert(t.cells[0][2] == m.cells[2][0]);
  return 0;
}
