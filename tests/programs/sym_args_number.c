// The number of arguments is unknown within its limits; known arguments come first.
// flags: --sym-args 1 2 1 --sym-args 0 1 3
// args: known
// expect-paths: 4
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc >= 3 && argc <= 5 && argv[argc] == NULL);
  assert(!strcmp(argv[0], "sym_args_number") && !strcmp(argv[1], "known"));
  return argc;
}
