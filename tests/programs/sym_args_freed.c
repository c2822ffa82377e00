// Arguments are not on the heap.
// flags: --sym-args 0 1 2
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'f') free(argv[1]); // bug: invalid-free
  return 0;
}
