// An interpreter loop that jumps through a table of labels.
// expect-paths: 13
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  static const void *const labels[] = {&&stop, &&increment, &&twice, &&negate};
  unsigned char program[3];
  klee_make_symbolic(program, sizeof program, "program");
  for (int i = 0; i < 2; i++) klee_assume(program[i] < 4);
  klee_assume(program[2] == 0);
  int accumulator = 3, at = 0;
  goto *labels[program[at++]];
increment:
  accumulator++;
  goto *labels[program[at++]];
twice:
  accumulator *= 2;
  goto *labels[program[at++]];
negate:
  accumulator = -accumulator;
  goto *labels[program[at++]];
stop:
  assert(accumulator >= -8 && accumulator <= 12);
  return 0;
}
