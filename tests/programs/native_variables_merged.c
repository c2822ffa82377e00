// Paths that differ in a library's variables are not merged; what each returns later is its own.
// native-lib: library.c
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int native_next(void);

int main(void) {
  unsigned size;
  bowline_symbolic(&size, sizeof size, "size");
  bowline_assume(size <= 3);
  char *block = malloc(size + 1);
  for (unsigned i = 0; i < size; i++)
    block[i] = (char)native_next();
  assert(native_next() == (int)size + 1);
  free(block);
  return 0;
}
