// A result may depend on the length of a text.
// native-lib: library.c
// flags: --unknowns infer --no-repository
// expect-lost: native_cells(argument 1) gives 2*Len(argument 1) + 1
#include <assert.h>
#include <klee/klee.h>

int native_cells(const char *);

int main(void) {
  char text[40];
  klee_make_symbolic(text, sizeof text, "text");
  text[39] = 0;
  char cells[32];
  int count = native_cells(text);
  cells[count - 1] = 1; // bug: out-of-bounds-write
  return cells[count - 1];
}
