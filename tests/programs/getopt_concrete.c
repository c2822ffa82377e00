// Options of the command line in any order.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char name[] = "tool", a[] = "file", b[] = "-n", c[] = "12", d[] = "-v";
  char *argv[] = {name, a, b, c, d, NULL};
  int verbose = 0, option;
  const char *number = "";
  while ((option = getopt(5, argv, "n:v")) != -1) {
    if (option == 'n') number = optarg;
    if (option == 'v') verbose = 1;
  }
  assert(verbose && !strcmp(number, "12") && optind == 4 && !strcmp(argv[optind], "file"));
  return klee_int("x") == 1;
}
