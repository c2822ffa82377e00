// An option and its value among unknown arguments: the bug needs `-x` and a digit, together or apart.
// flags: --sym-args 0 2 2
#include <stdlib.h>
#include <unistd.h>

static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(int argc, char **argv) {
  int option, chosen = 0;
  while ((option = getopt(argc, argv, "x:v")) != -1) {
    if (option == '?') return 2;
    if (option == 'x') {
      if (optarg[0] < '0' || optarg[0] > '9') return 3;
      chosen = table[optarg[0] - '0']; // bug: out-of-bounds-read
    }
  }
  return chosen > 0;
}
