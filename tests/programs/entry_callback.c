// An unknown function: NULL, one of the program's, or a stub.
// flags: --entry apply
#include <assert.h>

typedef int operation(int, void *);

static int twice(int x, void *state) {
  (void)state;
  return x > 100 ? 200 : 2 * x;
}

operation *known[] = {twice};

struct job {
  operation *run;
  void *state;
};

int apply(struct job job, int x) {
  int first = job.run(x, job.state); // bug: null-dereference // says: `job.run`, which is NULL
  int second = job.run(x, job.state);
  if (job.run != twice && first == 10 && second == 11) assert(x != 7); // bug: assertion
  return first == 42;
}
