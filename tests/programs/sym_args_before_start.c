// The last character of an empty argument.
// flags: --sym-args 1 1 2
#include <string.h>

int main(int argc, char **argv) {
  char *end = argv[1] + strlen(argv[1]);
  return end[-1] == '/'; // bug: out-of-bounds-read
}
