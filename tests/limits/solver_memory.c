// The memory of the solver alone exceeds the limit.
// run: --max-time 60s --max-solver-time 1h --max-memory 500M
#include <klee/klee.h>
int main(void) {
  static int a[24][24], b[24][24], c[24][24];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++)
      for (int k = 0; k < 24; k++) c[i][j] += a[i][k] * b[k][j];
  int trace = 0;
  for (int i = 0; i < 24; i++) trace += c[i][i] * c[23 - i][i];
  if (trace == 7777) return 1;
  return 0;
}
