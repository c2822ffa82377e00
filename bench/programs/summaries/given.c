// Runs a program of this folder natively on one text: FILE with its bytes, and NUMBER for what is no text. Compiled together with the program,
// whose `main` is called `program`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int program(void);

static const char *file;
static int number;

void klee_make_symbolic(void *at, size_t size, const char *name) {
  (void)name;
  memset(at, 0, size);
  FILE *from = fopen(file, "rb");
  if (!from) exit(2);
  fread(at, 1, size, from);
  fclose(from);
}

int klee_range(int begin, int end, const char *name) {
  (void)name;
  if (number < begin || number >= end) exit(2);
  return number;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  file = arguments[1];
  number = atoi(arguments[2]);
  program();
  return 0;
}
