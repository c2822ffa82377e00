// Passes functions with a context to a function that calls them back.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>

typedef void visit(int value, void *context);

static void each(const int *values, int n, visit *f, void *context) {
  for (int i = 0; i < n; i++) f(values[i], context);
}

static void count_positive(int value, void *context) {
  if (value > 0) ++*(int *)context;
}

int main(void) {
  int values[2], count = 0;
  klee_make_symbolic(values, sizeof values, "values");
  each(values, 2, count_positive, &count);
  assert(count <= 2);
  return count;
}
